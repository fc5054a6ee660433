import { CLIENT_ID, ISSUER, POOL_ID } from '@cruddur/local-pool/names';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations as poolOperations } from '../../../server/local-pool/src/operations.ts';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signInByPassword,
  signUpInput,
  tokensOf,
} from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';

const gateway = await openPool();

const operations = [...poolOperations.keys()].map((target) => target.split('.')[1] ?? '');
const signUp = (change: object) =>
  gateway.call('SignUp', { ...signUpInput(createSignUpDetails()), ...change });

test("[POOL-14] unknown operations are refused in Cognito's form", async () => {
  for (const operation of ['NoSuchThing', 'constructor', '']) {
    const { status, headers, body } = await gateway.call(operation, {});
    expect([status, body.__type]).toEqual([400, 'UnknownOperationException']);
    expect(headers.get('x-amzn-errortype')).toBe('UnknownOperationException');
    expect(headers.get('content-type')).toBe('application/x-amz-json-1.1');
  }
  const untargeted = await fetch(`${gateway.url}/idp`, { method: 'POST', body: '{}' });
  expect([untargeted.status, await untargeted.json()]).toMatchObject([
    400,
    { __type: 'UnknownOperationException' },
  ]);
});

test("[POOL-14] broken, empty and oversized bodies are refused in Cognito's form", async () => {
  for (const body of ['', '{', 'nonsense', '['.repeat(16_000), '\u0000']) {
    const answer = await gateway.send('SignUp', body);
    expect([answer.status, answer.body.__type]).toEqual([400, 'SerializationException']);
  }
  const large = await gateway.send('SignUp', JSON.stringify({ Username: 'x'.repeat(70_000) }));
  expect([large.status, large.body.__type]).toEqual([413, 'RequestEntityTooLargeException']);
  const gzip = await fetch(`${gateway.url}/idp`, {
    method: 'POST',
    body: 'not gzip',
    headers: { 'content-encoding': 'gzip', 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp' },
  });
  expect([gzip.status, await gzip.json()]).toMatchObject([400, { __type: 'SerializationException' }]);
});

test("[POOL-14] a missing member, a wrong type and an unknown client each get Cognito's message", async () => {
  const { body: missing } = await signUp({ Username: null });
  expect(missing).toEqual({
    __type: 'InvalidParameterException',
    message:
      "1 validation error detected: Value null at 'username' failed to satisfy constraint: Member must not be null",
  });
  expect((await signUp({ Username: 7 })).body.__type).toBe('SerializationException');
  expect((await signUp({ ClientId: 'another' })).body).toEqual({
    __type: 'ResourceNotFoundException',
    message: 'User pool client another does not exist.',
  });
  for (const AuthFlow of ['USER_PASSWORD_AUTH', 'USER_SRP_AUTH', 'REFRESH_TOKEN_AUTH']) {
    const { body } = await gateway.call('InitiateAuth', { AuthFlow });
    expect(body.message).toMatch(/^Missing required parameter /);
  }
  const flow = await gateway.call('InitiateAuth', { AuthFlow: 'NO_FLOW', AuthParameters: {} });
  expect(flow.body.message).toBe('NO_FLOW flow not enabled for this client');
  const challenge = await gateway.call('RespondToAuthChallenge', { ChallengeName: 'NO_CHALLENGE' });
  expect(challenge.body.__type).toBe('InvalidParameterException');
  const unanswered = await gateway.call('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER' });
  expect(unanswered.body.message).toBe('Missing required parameter PASSWORD_CLAIM_SECRET_BLOCK');
});

test('[POOL-3] sign-up refuses invalid accounts', async () => {
  const attributes = (name: string, value?: string) => ({
    UserAttributes: [
      ...signUpInput(createSignUpDetails()).UserAttributes.filter(
        ({ Name }) => Name !== name && Name !== 'email',
      ),
      ...(value === undefined ? [] : [{ Name: name, Value: value }]),
    ],
  });
  const cases: [object, string][] = [
    [{ Password: 'seven77' }, 'InvalidPasswordException'],
    ...['plain', 'a@b', 'a b@example.com', 'a@@example.com', 'nul\u0000@example.com'].map(
      (Username): [object, string] => [{ Username }, 'InvalidParameterException'],
    ),
    [attributes('name'), 'InvalidParameterException'],
    [attributes('name', '\u200b '), 'InvalidParameterException'],
    [attributes('name', 'n'.repeat(51)), 'InvalidParameterException'],
    [attributes('name', 'half \ud83d'), 'InvalidParameterException'],
    [attributes('preferred_username'), 'InvalidParameterException'],
    ...['ab', 'x'.repeat(21), 'döts', 'a-b-c', 'messages', '__proto__', 'constructor', 'hasOwnProperty'].map(
      (handle): [object, string] => [attributes('preferred_username', handle), 'InvalidParameterException'],
    ),
    [attributes('email', 'other@example.com'), 'InvalidParameterException'],
    [attributes('email_verified', 'true'), 'NotAuthorizedException'],
    [attributes('__proto__', 'x'), 'NotAuthorizedException'],
  ];
  for (const [change, name] of cases) {
    const { status, body } = await signUp(change);
    expect([status, body.__type, JSON.stringify(change)]).toEqual([400, name, JSON.stringify(change)]);
  }
});

test('[PROFILE-8] sign-up and a change of the name refuse a name that is reserved or misleading', async () => {
  const person = await createConfirmedPerson(gateway);
  const { AccessToken } = tokensOf(await signInByPassword(gateway, person));
  for (const Value of ['Cruddur Help', '\u0410dmin', 'Ann\u202e']) {
    const { UserAttributes, ...details } = signUpInput(createSignUpDetails());
    const others = UserAttributes.filter(({ Name }) => Name !== 'name');
    const answers = [
      await signUp({ ...details, UserAttributes: [...others, { Name: 'name', Value }] }),
      await gateway.call('UpdateUserAttributes', {
        AccessToken,
        UserAttributes: [{ Name: 'name', Value }],
      }),
    ];
    expect(answers.map(({ body }) => [body.__type, body.message])).toEqual(
      Array(2).fill([
        'InvalidParameterException',
        'Attributes did not conform to the schema: name: This name is reserved or misleading\n',
      ]),
    );
  }
});

test('[POOL-3] of several concurrent sign-ups for one email or handle, one succeeds', async () => {
  const person = createSignUpDetails();
  const rivals = Array.from({ length: 5 }, () => ({ ...createSignUpDetails(), handle: person.handle }));
  const same = Array.from({ length: 5 }, () => person);
  const answers = await Promise.all(
    [...rivals, ...same].map((one) => gateway.call('SignUp', signUpInput(one))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ body }) => body.__type))).toEqual(new Set(['UsernameExistsException']));
});

test('[POOL-14] no request causes a 5xx', async () => {
  const tokens = tokensOf(await signInByPassword(gateway, await createConfirmedPerson(gateway)));
  const odd = fc.oneof(
    fc.constantFrom<unknown>(tokens.AccessToken, 'a@example.com', 'USER_SRP_AUTH', 'PASSWORD_VERIFIER'),
    fc.constantFrom<unknown>('\u0000', '\ud83d', '../..', 'ff', "'; drop table pool_users; --", ''),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const dictionaryOf = (names: string, values: fc.Arbitrary<unknown>) =>
    fc.dictionary(fc.constantFrom(...names.split(' ')), values);
  const inner = dictionaryOf('USERNAME PASSWORD SRP_A REFRESH_TOKEN PASSWORD_CLAIM_SECRET_BLOCK', odd);
  const attributes = fc.array(fc.record({ Name: fc.oneof(odd, fc.constant('name')), Value: odd }));
  const body = dictionaryOf(
    `Username Password ConfirmationCode AccessToken RefreshToken Token UserAttributes AuthFlow AuthParameters
     ChallengeName ChallengeResponses PreviousPassword ProposedPassword __proto__`.replaceAll(/\s+/g, ' '),
    fc.oneof(odd, inner, attributes),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations), fc.oneof(body, odd), async (operation, given) => {
      const input = typeof given === 'object' && given !== null ? { ClientId: CLIENT_ID, ...given } : given;
      const answer = await gateway.send(operation, JSON.stringify(input));
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect(answer.headers.get('x-amzn-errortype')).toBe(answer.body.__type);
    }),
    { numRuns: 200 },
  );
});

test('[POOL-14] pages of another origin may call, as at Cognito, but not read the mailbox', async () => {
  const origin = 'http://elsewhere.example';
  const preflight = await fetch(`${gateway.url}/idp`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-amz-target,x-amz-user-agent',
    },
  });
  expect(preflight.status).toBe(200);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-amz-target');
  const refused = await gateway.call('GetUser', { AccessToken: 'x' });
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(refused.headers.get('access-control-expose-headers')).toContain('x-amzn-errortype');
  const mailbox = await fetch(`${gateway.url}/mail`, { headers: { origin } });
  expect(mailbox.headers.get('access-control-allow-origin')).toBeNull();
});

test('publishes its keys and its OpenID configuration', async () => {
  const base = `${gateway.url}/idp/${POOL_ID}/.well-known`;
  const description = (await (await fetch(`${base}/openid-configuration`)).json()) as Record<string, unknown>;
  expect(description).toMatchObject({
    issuer: ISSUER,
    jwks_uri: `${base}/jwks.json`,
    token_endpoint: `${gateway.url}/idp/oauth2/token`,
  });
  const keys: unknown = await (await fetch(`${base}/jwks.json`)).json();
  expect(keys).toEqual(await gateway.pool.readJwks());
  expect(JSON.stringify(keys)).not.toContain('"d"');
});

test('the mailbox lists mails newest first, as a page and as JSON', async () => {
  const person = { ...createSignUpDetails(), name: '<script>alert(1)</script>' };
  await gateway.call('SignUp', signUpInput(person));
  gateway.clock.advance(1000);
  await gateway.call('ResendConfirmationCode', { Username: person.email });
  const url = `${gateway.url}/mail?to=${encodeURIComponent(person.email.toUpperCase())}`;
  const list = (await (await fetch(url, { headers: { accept: 'application/json' } })).json()) as Record<
    string,
    string
  >[];
  expect(list).toHaveLength(2);
  const [newest, oldest] = list;
  expect(Object.keys(newest ?? {}).sort()).toEqual(['code', 'sent_at', 'subject', 'text', 'to']);
  expect(newest?.to).toBe(person.email);
  expect(newest?.text).toContain(newest?.code);
  expect(Date.parse(newest?.sent_at ?? '')).toBeGreaterThan(Date.parse(oldest?.sent_at ?? ''));
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain(newest?.code);
  expect(html).not.toMatch(/<script|<style|style="|http:\/\/|https:\/\//);
  const hostile = await fetch(`${gateway.url}/mail?to=${encodeURIComponent('"><script>')}`);
  expect(await hostile.text()).not.toContain('<script>');
  for (const to of ['%00', '', 'a&to=b', '%ff', '%F0%9F%94%A5']) {
    expect((await fetch(`${gateway.url}/mail?to=${to}`)).status).toBeLessThan(500);
  }
  expect((await fetch(`${gateway.url}/style.css`)).headers.get('content-type')).toContain('text/css');
});
