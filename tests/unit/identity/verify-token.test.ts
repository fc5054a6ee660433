import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestClock } from '../../../server/src/domain/clock.ts';
import { Refusal } from '../../../server/src/domain/errors.ts';
import { cacheVerified } from '../../../server/src/identity/cache-verified.ts';
import { createVerifyToken } from '../../../server/src/identity/verify-token.ts';

const POOL = 'ap-south-1_Local0001';
const CLIENT = 'localwebclient0000000001';
const NOW = Date.parse('2030-01-01T00:00:00.000Z');

const makeKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } };
};
const key = makeKey();
const other = makeKey();

const claims = {
  sub: randomUUID(),
  iss: `https://cognito-idp.ap-south-1.amazonaws.com/${POOL}`,
  client_id: CLIENT,
  origin_jti: 'sign-in',
  jti: 'token',
  auth_time: 5,
  token_use: 'access',
  iat: NOW / 1000,
  exp: NOW / 1000 + 60,
  username: 'x',
  scope: '',
};
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function sign(content: object, { kid, privateKey } = key, header: object = { alg: 'RS256' }): string {
  const head = `${base64({ kid, ...header })}.${base64(content)}`;
  return `${head}.${createSign('RSA-SHA256').update(head).sign(privateKey).toString('base64url')}`;
}

function setUp() {
  const clock = createTestClock({ now: () => new Date(NOW) });
  const keys = [key.jwk];
  let [fetches, ms] = [0, 0];
  const jwks = () => ((fetches += 1), { keys });
  const verify = createVerifyToken({
    userPoolId: POOL,
    clientId: CLIENT,
    clock,
    jwks,
    monotonicMs: () => ms,
  });
  const codeOf = (token: string) =>
    verify(token).then(
      () => 'admitted',
      (error: unknown) => (error instanceof Refusal ? error.codes[0] : 'no refusal'),
    );
  return { clock, keys, verify, codeOf, fetches: () => fetches, pass: (span: number) => (ms += span) };
}

test('[TOKEN-1] a valid access token yields user, sign-in and expiry', async () => {
  const { verify } = setUp();
  const expected = { sub: claims.sub, originJti: 'sign-in', authTime: 5, expiresAt: NOW + 60_000 };
  expect(await verify(sign(claims))).toEqual(expected);
  const { origin_jti: _, ...old } = claims;
  expect(await verify(sign(old))).toMatchObject({ originJti: 'token' });
});

test.each([
  ['an ID token', sign({ ...claims, token_use: 'id', aud: CLIENT })],
  ['of another client', sign({ ...claims, client_id: 'other' })],
  ['of another pool', sign({ ...claims, iss: claims.iss.replace('0001', '0002') })],
  ['without an expiry', sign({ ...claims, exp: undefined })],
  ['that is not valid yet', sign({ ...claims, nbf: NOW / 1000 + 10 })],
  ['signed by another key', sign(claims, { ...other, kid: key.kid })],
  ['of an unknown key', sign(claims, other)],
  ['of another algorithm', sign(claims, key, { alg: 'RS512' })],
  ['without a signature', `${base64({ alg: 'none', kid: key.kid })}.${base64(claims)}.`],
  ['that is empty', ''],
  ['that is malformed', 'a.b.c'],
])('[TOKEN-2] a token %s is refused', async (_, token) => {
  expect(await setUp().codeOf(token)).toBe('generic_401');
});

test('[TOKEN-3] a token without a `sub` gets its own code', async () => {
  expect(await setUp().codeOf(sign({ ...claims, sub: undefined }))).toBe('cognito_user_id_blank');
});

test('[TOKEN-4] a token expires by the product’s own clock, with a tolerance of five seconds', async () => {
  const { clock, codeOf } = setUp();
  clock.advance(65_000);
  expect(await codeOf(sign(claims))).toBe('admitted');
  clock.advance(1);
  expect(await codeOf(sign(claims))).toBe('generic_401');
});

test('[TOKEN-5] unknown keys are fetched at most once a minute, and a new one is then found', async () => {
  const { keys, codeOf, fetches, pass } = setUp();
  for (let count = 0; count < 5; count += 1) await codeOf(sign(claims, other));
  expect(fetches()).toBe(1);
  expect(await codeOf(sign(claims))).toBe('admitted');
  keys.push(other.jwk);
  pass(59_999);
  expect(await codeOf(sign(claims, other))).toBe('generic_401');
  pass(1);
  expect(await codeOf(sign(claims, other))).toBe('admitted');
  expect(fetches()).toBe(2);
});

test('[TOKEN-6] keys that cannot be fetched are a 503', async () => {
  const clock = createTestClock({ now: () => new Date(NOW) });
  const jwks = () => Promise.reject(new Error('the store is away'));
  const verify = createVerifyToken({ userPoolId: POOL, clientId: CLIENT, clock, jwks });
  await expect(verify(sign(claims))).rejects.toMatchObject({ codes: ['generic_503'] });
});

test('[TOKEN-11] a verified token is cached until it expires, and no longer', async () => {
  const { clock, verify } = setUp();
  let checks = 0;
  const remembered = cacheVerified((token) => ((checks += 1), verify(token)), clock);
  const token = sign(claims);
  const session = await remembered(token);
  expect(await remembered(token)).toEqual(session);
  expect(checks).toBe(1);
  await expect(remembered(`${token}x`)).rejects.toBeInstanceOf(Refusal);
  clock.advance(65_000);
  await remembered(token);
  expect(checks).toBe(2);
  clock.advance(1);
  await expect(remembered(token)).rejects.toBeInstanceOf(Refusal);
});

test('[RATE-5] what a token costs before its verification is charged once, and a refused charge verifies nothing', async () => {
  const { clock, verify } = setUp();
  let checks = 0;
  const remembered = cacheVerified((token) => ((checks += 1), verify(token)), clock);
  const token = sign(claims);
  let charges = 0;
  const charge = () => Promise.resolve(void (charges += 1));
  await remembered(token, charge);
  await remembered(token, charge);
  expect([charges, checks]).toEqual([1, 1]);
  const refuse = () => Promise.reject(new Refusal('generic_429', 1));
  await expect(remembered(`${token}x`, refuse)).rejects.toMatchObject({ codes: ['generic_429'] });
  expect(checks).toBe(1);
});
