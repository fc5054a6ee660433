import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { createTestClock } from '../../../../server/src/domain/clock.ts';
import { Refusal } from '../../../../server/src/domain/errors.ts';
import { cacheVerified } from '../../../../server/src/identity/cache-verified.ts';
import { createCognitoIdentity } from '../../../../server/src/identity/cognito.ts';
import { createVerifyToken } from '../../../../server/src/identity/verify-token.ts';
import { listenLocally } from '../../../support/listen-locally.ts';
import { createKey, signToken, startJwksHost } from '../../../support/jwks-host.ts';

const REGION = 'ap-south-1';
const POOL = `${REGION}_Local0001`;
const CLIENT = 'localwebclient0000000001';
const NOW = Date.parse('2030-01-01T00:00:00.000Z');
const MINUTE = 60_000;

const [key, other] = [createKey('first'), createKey('second')];

const claims = {
  ...{ sub: randomUUID(), iss: `https://cognito-idp.${REGION}.amazonaws.com/${POOL}`, client_id: CLIENT },
  ...{ origin_jti: 'sign-in', jti: 'token', auth_time: 5, token_use: 'access', username: 'x', scope: '' },
  ...{ iat: NOW / 1000, exp: NOW / 1000 + 60 },
};

/** Whether a token is admitted, or the code of its refusal. */
const answerTo = (verify: (token: string) => Promise<unknown>, token: string) =>
  verify(token).then(
    () => 'admitted',
    (error: unknown) => (error instanceof Refusal ? error.codes[0] : 'no refusal'),
  );

function setUp() {
  const clock = createTestClock({ now: () => new Date(NOW) });
  const jwks = () => ({ keys: [key.jwk] });
  const verify = createVerifyToken({ userPoolId: POOL, clientId: CLIENT, clock, jwks });
  return { clock, verify, codeOf: (token: string) => answerTo(verify, token) };
}

test('a valid access token yields user, sign-in and expiry', async () => {
  const { verify } = setUp();
  const expected = { sub: claims.sub, originJti: 'sign-in', authTime: 5, expiresAt: NOW + 60_000 };
  expect(await verify(signToken(key, claims))).toEqual(expected);
  const { origin_jti: _, ...old } = claims;
  expect(await verify(signToken(key, old))).toMatchObject({ originJti: 'token' });
});

test('another implementation signs for its own pools: keys come from its endpoint, and it names itself or Amazon', async () => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.end(JSON.stringify({ keys: [key.jwk] }));
  });
  await using host = await listenLocally(server);
  const [userPoolId, clock] = ['local_Abc123', createTestClock({ now: () => new Date(NOW) })];
  const verify = createVerifyToken({ userPoolId, clientId: CLIENT, clock, endpoint: host.url });
  const own = { ...claims, iss: `${host.url}/${userPoolId}` };
  const asAmazon = { ...claims, iss: `https://cognito-idp.local.amazonaws.com/${userPoolId}` };
  for (const given of [own, asAmazon])
    expect(await verify(signToken(key, given))).toMatchObject({ sub: claims.sub });
  expect(new Set(requested)).toEqual(new Set([`/${userPoolId}/.well-known/jwks.json`]));
  for (const given of [
    claims,
    { ...own, token_use: 'id' },
    { ...own, client_id: 'other' },
    { ...own, exp: 1 },
  ])
    expect(await answerTo(verify, signToken(key, given))).toBe('generic_401');
});

test.each([
  ['an ID token', signToken(key, { ...claims, token_use: 'id', aud: CLIENT })],
  ['of another client', signToken(key, { ...claims, client_id: 'other' })],
  ['of another pool', signToken(key, { ...claims, iss: claims.iss.replace('0001', '0002') })],
  ['without an expiry', signToken(key, { ...claims, exp: undefined })],
  ['that is not valid yet', signToken(key, { ...claims, nbf: NOW / 1000 + 10 })],
  ['signed by another key', signToken({ ...other, kid: key.kid }, claims)],
  ['of an unknown key', signToken(other, claims)],
  ['of another algorithm', signToken(key, claims, { alg: 'RS512' })],
  ['without a signature', signToken(key, claims, { alg: 'none' }).replace(/[^.]+$/, '')],
  ['that is empty', ''],
  ['that is malformed', 'a.b.c'],
])('[TOKEN-2] a token %s is refused', async (_, token) => {
  expect(await setUp().codeOf(token)).toBe('generic_401');
});

test('[TOKEN-2] a token expires by the product’s own clock, with a tolerance of five seconds', async () => {
  const { clock, codeOf } = setUp();
  clock.advance(65_000);
  expect(await codeOf(signToken(key, claims))).toBe('admitted');
  clock.advance(1);
  expect(await codeOf(signToken(key, claims))).toBe('generic_401');
});

test('[TOKEN-8] keys that cannot be read are a 503', async () => {
  const jwks = () => Promise.reject(new Error('the store is away'));
  const verify = createVerifyToken({ userPoolId: POOL, clientId: CLIENT, clock: setUp().clock, jwks });
  await expect(verify(signToken(key, claims))).rejects.toMatchObject({ codes: ['generic_503'] });
});

test('[RATE-5] a verified token is cached until it expires, and what it costs before its verification is charged once', async () => {
  const { clock, verify } = setUp();
  const counts = { checks: 0, charges: 0 };
  const remembered = cacheVerified((token) => ((counts.checks += 1), verify(token)), clock);
  const charge = () => Promise.resolve(void (counts.charges += 1));
  const token = signToken(key, claims);
  const session = await remembered(token, charge);
  expect(await remembered(token, charge)).toEqual(session);
  expect(counts).toEqual({ checks: 1, charges: 1 });
  await expect(remembered(`${token}x`)).rejects.toBeInstanceOf(Refusal);
  const refuse = () => Promise.reject(new Refusal('generic_429', 1));
  await expect(remembered(`${token}y`, refuse)).rejects.toMatchObject({ codes: ['generic_429'] });
  expect(counts.checks).toBe(2);
  clock.advance(65_000);
  await remembered(token);
  expect(counts.checks).toBe(2);
  clock.advance(1);
  await expect(remembered(token)).rejects.toBeInstanceOf(Refusal);
});

/** Verification with the keys of Amazon's host. */
function setUpAmazon() {
  let ms = 0;
  const identity = createCognitoIdentity({
    ...{ region: REGION, userPoolId: POOL, clientId: CLIENT, clock: { now: () => new Date(NOW) } },
    monotonicMs: () => ms,
  });
  const answer = (token: string) => answerTo((one) => identity.verifyToken(one), token);
  const verifyForged = () => answer(signToken({ ...key, kid: randomUUID() }, claims));
  return { answer, verifyForged, pass: (span: number) => (ms += span) };
}

test('Amazon’s keys are fetched at most once a minute, whatever a thousand tokens name, and a new one is then found', async () => {
  await using host = await startJwksHost(key);
  const { answer, verifyForged, pass } = setUpAmazon();
  expect(await answer(signToken(key, claims))).toBe('admitted');
  const answers = await Promise.all(Array.from({ length: 500 }, verifyForged));
  for (let count = 0; count < 500; count++) answers.push(await verifyForged());
  expect(new Set(answers)).toEqual(new Set(['generic_401']));
  expect(host.requestedUrls).toEqual(Array.from({ length: 2 }, () => `${claims.iss}/.well-known/jwks.json`));

  for (let minute = 0; minute < 10; minute++) {
    pass(MINUTE);
    for (let count = 0; count < 10; count++) await verifyForged();
  }
  expect(host.requestedUrls).toHaveLength(12);
  pass(MINUTE);
  host.keys.push(other);
  expect(await answer(signToken(other, claims))).toBe('admitted');
  expect(await answer(signToken(key, claims))).toBe('admitted');
  expect(host.requestedUrls).toHaveLength(13);
});

test('[TOKEN-8] an unreachable key host is a 503, is not requested by every call, and is found again', async () => {
  await using host = await startJwksHost(key);
  const { answer, verifyForged, pass } = setUpAmazon();
  host.isUnreachable = true;
  expect(await answer(signToken(key, claims))).toBe('generic_503');
  host.isUnreachable = false;
  for (let count = 0; count < 100; count++) expect(await verifyForged()).toBe('generic_503');
  expect(host.requestedUrls).toEqual([]);
  pass(5000);
  expect(await answer(signToken(key, claims))).toBe('admitted');
  expect(host.requestedUrls).toHaveLength(1);
});
