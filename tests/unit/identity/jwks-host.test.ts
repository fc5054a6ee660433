import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { Refusal } from '../../../server/src/domain/errors.ts';
import { createCognitoIdentity } from '../../../server/src/identity/cognito.ts';
import { createKey, startJwksHost, signToken } from '../../support/jwks-host.ts';

const REGION = 'eu-central-1';
const POOL = `${REGION}_Somebody1`;
const HOST = `https://cognito-idp.${REGION}.amazonaws.com/${POOL}`;
const MINUTE = 60_000;

const [first, second] = [createKey('first'), createKey('second')];
const claims = {
  sub: randomUUID(),
  iss: HOST,
  client_id: 'a-client',
  token_use: 'access',
  jti: 'token',
  auth_time: 5,
  exp: 9_999_999_999,
};

function setUp() {
  let ms = 0;
  const identity = createCognitoIdentity({
    region: REGION,
    userPoolId: POOL,
    clientId: 'a-client',
    clock: systemClock,
    monotonicMs: () => ms,
  });
  const answer = (token: string) =>
    identity.verifyToken(token).then(
      () => 'admitted',
      (error: unknown) => (error instanceof Refusal ? error.codes[0] : 'no refusal'),
    );
  const verifyForged = () => answer(signToken({ ...first, kid: randomUUID() }, claims));
  return { answer, verifyForged, pass: (span: number) => (ms += span) };
}

test('[TOKEN-5] Amazon’s keys are fetched at most once a minute, whatever a thousand tokens name', async () => {
  await using host = await startJwksHost(first);
  const { answer, verifyForged, pass } = setUp();
  expect(await answer(signToken(first, claims))).toBe('admitted');
  const answers = await Promise.all(Array.from({ length: 500 }, verifyForged));
  for (let count = 0; count < 500; count++) answers.push(await verifyForged());
  expect(new Set(answers)).toEqual(new Set(['generic_401']));
  expect(host.requestedUrls).toEqual(Array.from({ length: 2 }, () => `${HOST}/.well-known/jwks.json`));

  for (let minute = 0; minute < 10; minute++) {
    pass(MINUTE);
    for (let count = 0; count < 10; count++) await verifyForged();
  }
  expect(host.requestedUrls).toHaveLength(12);
  expect(await answer(signToken(first, claims))).toBe('admitted');
});

test('[TOKEN-5] a new key of Amazon is found at once, and the old one stays valid', async () => {
  await using host = await startJwksHost(first);
  const { answer } = setUp();
  expect(await answer(signToken(first, claims))).toBe('admitted');
  host.keys.push(second);
  expect(await answer(signToken(second, claims))).toBe('admitted');
  expect(await answer(signToken(first, claims))).toBe('admitted');
  expect(host.requestedUrls).toHaveLength(2);
});

test('[TOKEN-6] an unreachable key host is a 503, is not requested by every call, and is found again', async () => {
  await using host = await startJwksHost(first);
  const { answer, verifyForged, pass } = setUp();
  host.isUnreachable = true;
  expect(await answer(signToken(first, claims))).toBe('generic_503');
  host.isUnreachable = false;
  for (let count = 0; count < 100; count++) expect(await verifyForged()).toBe('generic_503');
  expect(host.requestedUrls).toEqual([]);
  pass(5000);
  expect(await answer(signToken(first, claims))).toBe('admitted');
  expect(host.requestedUrls).toHaveLength(1);
});
