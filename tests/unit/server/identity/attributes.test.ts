import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import { createCognitoIdentity } from '../../../../server/src/identity/cognito.ts';
import { createLocalIdentity } from '../../../../server/src/identity/local.ts';
import { listenLocally } from '../../../support/listen-locally.ts';

const settings = {
  ...{ userPoolId: 'ap-south-1_Local0001', clientId: 'client', region: 'ap-south-1', clock: systemClock },
};
const andrew = { name: 'Andrew', preferred_username: 'andrewbrown', email: 'andrew@example.com' };
const attributes = Object.entries({ sub: 'x', ...andrew });
const user = { Username: 'x', UserAttributes: attributes.map(([Name, Value]) => ({ Name, Value })) };

async function serve(answer: RequestListener) {
  const server = await listenLocally(createServer(answer));
  const endpoint = `${server.url}/`;
  return { ...server, endpoint, identity: createCognitoIdentity({ ...settings, endpoint }) };
}

const serveAnswer = (status: number, body: unknown) =>
  serve((_, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });

test('the attributes of a token are read with the pool’s own call', async () => {
  let target: unknown;
  await using pool = await serve((request, response) => {
    target = request.headers['x-amz-target'];
    response.end(JSON.stringify(user));
  });
  expect(await pool.identity.readAttributes('token')).toEqual(andrew);
  expect(target).toBe('AWSCognitoIdentityProviderService.GetUser');
});

test('[TOKEN-8] a redirect is not followed, so only the pool receives the token, and reported as generic_503, as is an unreachable pool', async () => {
  let reached = 0;
  await using elsewhere = await serve((_, response) => {
    reached += 1;
    response.end(JSON.stringify(user));
  });
  await using pool = await serve((_, response) => {
    response.writeHead(307, { location: elsewhere.endpoint }).end();
  });
  await expect(pool.identity.readAttributes('token')).rejects.toMatchObject({ codes: ['generic_503'] });
  expect(reached).toBe(0);
  const gone = createCognitoIdentity({ ...settings, endpoint: 'http://127.0.0.1:1/' });
  await expect(gone.readAttributes('token')).rejects.toMatchObject({ codes: ['generic_503'] });
});

function localIdentity(readUser: () => Promise<unknown>) {
  return createLocalIdentity({
    ...settings,
    callPool: readUser,
    jwks: () => ({ keys: [] }),
    poolErrorName: (error) => (typeof error === 'string' ? error : undefined),
  });
}

test('the pool deletes the token’s user by its own call, and a user who is gone is no failure', async () => {
  const targets: unknown[] = [];
  await using pool = await serve((request, response) => {
    targets.push(request.headers['x-amz-target']);
    if (targets.length === 1) response.end();
    else response.writeHead(400).end(JSON.stringify({ __type: 'UserNotFoundException' }));
  });
  await pool.identity.deleteUser('token');
  await pool.identity.deleteUser('token');
  expect(new Set(targets)).toEqual(new Set(['AWSCognitoIdentityProviderService.DeleteUser']));
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- stands for the pool's own kind of error
  await localIdentity(() => Promise.reject('UserNotFoundException')).deleteUser('token');
});

test('the local pool is called in process, and only its own refusal is a 401', async () => {
  const askedWith = (readUser: () => Promise<unknown>) => localIdentity(readUser).readAttributes('token');
  expect(await askedWith(() => Promise.resolve(user))).toEqual(andrew);
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- stands for the pool's own kind of error
  await expect(askedWith(() => Promise.reject('refused'))).rejects.toMatchObject({ codes: ['generic_401'] });
  await expect(askedWith(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

const notAuthorized = (message: string) => ({ __type: 'NotAuthorizedException', message });

/** Answers of the pool, with the code for a call, and what they mean about a token. */
test.each([
  [200, user, null, true],
  [200, { Username: 'x' }, 'generic_503', 'generic_503'],
  [200, '<html>', 'generic_503', 'generic_503'],
  [400, notAuthorized('User is disabled.'), 'generic_401', false],
  [400, notAuthorized('Access Token has been revoked'), 'generic_401', false],
  [400, { __type: 'UserNotFoundException', message: 'User does not exist.' }, 'generic_401', false],
  [400, notAuthorized('Access Token does not have required scopes'), 'generic_401', true],
  [400, { __type: 'PasswordResetRequiredException' }, 'generic_401', true],
  [400, { __type: 'TooManyRequestsException' }, 'generic_503', 'generic_503'],
  [400, { __type: 'ForbiddenException' }, 'generic_401', 'generic_503'],
  [500, { __type: 'InternalErrorException' }, 'generic_503', 'generic_503'],
  [502, '<html>', 'generic_503', 'generic_503'],
])('[TOKEN-8] an answer %i %j is reported as %s, and means %s about a token', async (...row) => {
  const [status, body, code, meaning] = row;
  await using pool = await serveAnswer(status, body);
  const { identity } = pool;
  if (code !== null) await expect(identity.readAttributes('token')).rejects.toMatchObject({ codes: [code] });
  if (status !== 200 && !JSON.stringify(body).includes('UserNotFound'))
    await expect(identity.deleteUser('token')).rejects.toMatchObject({ codes: [code] });
  const standing = identity.isStillAccepted('token');
  if (typeof meaning === 'boolean') expect(await standing).toBe(meaning);
  else await expect(standing).rejects.toMatchObject({ codes: [meaning] });
});

test('a valid token that the provider calls expired has no verdict', async () => {
  await using pool = await serveAnswer(400, notAuthorized('Access Token has expired'));
  await expect(pool.identity.isStillAccepted('token')).rejects.toThrow('clock');
});

test.each([
  ['NotAuthorizedException', false],
  ['UserNotFoundException', false],
  ['UserNotConfirmedException', 'UserNotConfirmedException'],
])('the local pool’s %s about a token means %s', async (refusal, meaning) => {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- stands for the pool's own kind of error
  const standing = localIdentity(() => Promise.reject(refusal)).isStillAccepted('token');
  if (typeof meaning === 'boolean') expect(await standing).toBe(meaning);
  else await expect(standing).rejects.toBe(meaning);
});
