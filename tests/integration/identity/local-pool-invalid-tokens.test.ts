import { randomBytes } from 'node:crypto';
import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { createConfirmedPerson, signInByPassword, tokensOf } from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';

let statements = 0;
let isLimited = false;
/** Express answers an error with its status. */
const tooMany = Object.assign(new Error('too many'), { status: 429 });

const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements += 1;
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

const gateway = await openPool({
  plugin: counting,
  limit: () => (isLimited ? Promise.reject(tooMany) : Promise.resolve()),
});

const refreshWith = (RefreshToken: string) => gateway.call('GetTokensFromRefreshToken', { RefreshToken });

test.each([
  ['junk', 'x'],
  ['of the right length', randomBytes(60).toString('base64url')],
  ['longer', randomBytes(90).toString('base64url')],
  ['with other characters', '!'.repeat(80)],
])('a refresh token that was never issued (%s) costs no statement', async (_what, token) => {
  await refreshWith(token);
  statements = 0;
  expect((await refreshWith(token)).body).toEqual({
    __type: 'NotAuthorizedException',
    message: 'Invalid Refresh Token',
  });
  const hosted = await fetch(`${gateway.url}/idp/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: token }),
  });
  expect([hosted.status, await hosted.json()]).toEqual([400, { error: 'invalid_grant' }]);
  await gateway.call('RevokeToken', { Token: token });
  expect(statements).toBe(0);
});

test('a refresh token whose MAC was cut off is refused without a statement', async () => {
  const person = await createConfirmedPerson(gateway);
  const { RefreshToken } = tokensOf(await signInByPassword(gateway, person));
  statements = 0;
  expect((await refreshWith(RefreshToken.slice(0, 64))).status).toBe(400);
  expect(statements).toBe(0);
  tokensOf(await refreshWith(RefreshToken));
});

test('a hundred concurrent requests for the published keys cause one read', async () => {
  const keys = () => fetch(`${gateway.url}/idp/${POOL_ID}/.well-known/jwks.json`);
  statements = 0;
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 100 }, keys));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  // One for each second that it took.
  expect(statements).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 1000));
});

test.each([
  ['ForgotPassword', { Username: { length: { toString: true } } }],
  ['SignUp', { Username: { length: { toString: 1 } }, Password: 'x' }],
  ['SignUp', { UserAttributes: { length: { valueOf: 1, toString: 1 } } }],
  ['RevokeToken', { Token: { length: { toString: {} } } }],
])('%s of %j is refused and not answered 500', async (operation, body) => {
  const answer = await gateway.call(operation, body);
  expect([answer.status, answer.body.__type]).toEqual([400, 'SerializationException']);
});

test("[RATE-4] an address that calls the pool too often is refused in Cognito's form", async () => {
  isLimited = true;
  const answer = await refreshWith('x');
  isLimited = false;
  expect([answer.status, answer.body.__type]).toEqual([400, 'TooManyRequestsException']);
});

test('an address that reads an open mailbox too often is refused', async () => {
  const readMailbox = () => fetch(`${gateway.url}/mail`, { headers: { accept: 'application/json' } });
  expect((await readMailbox()).status).toBe(200);
  isLimited = true;
  statements = 0;
  const answer = await readMailbox();
  isLimited = false;
  expect([answer.status, statements]).toEqual([429, 0]);
});
