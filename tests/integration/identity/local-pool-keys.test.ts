import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import { createVerifyToken } from '../../../server/src/identity/verify-token.ts';
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest';
import {
  decodeClaims,
  createConfirmedPerson,
  signInByPassword,
  tokensOf,
} from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

let store: PoolStore;
let one: TestPool;
let two: TestPool;

beforeAll(async () => {
  store = await openPoolStore();
});
beforeEach(async () => {
  await store.db.deleteFrom('pool_keys').execute();
  [one, two] = [await startTestPool(store.db), await startTestPool(store.db)];
  return async () => {
    await Promise.all([one, two].map((gateway) => gateway[Symbol.asyncDispose]()));
  };
});
afterAll(() => store[Symbol.asyncDispose]());

const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
const accessToken = async (gateway: TestPool) =>
  tokensOf(await signInByPassword(gateway, await createConfirmedPerson(gateway))).AccessToken;
const advance = (ms: number) => {
  for (const gateway of [one, two]) gateway.clock.advance(ms);
};

describe('signing keys', () => {
  test('[POOL-25] the next key is published before it signs, and no token is refused during the rotation', async () => {
    const verify = createVerifyToken({
      userPoolId: POOL_ID,
      clientId: CLIENT_ID,
      clock: two.clock,
      jwks: () => two.pool.readJwks(),
    });
    const first = await accessToken(one);
    await verify(first);
    await one.pool.rotateKeys();
    const announced = (await two.pool.readJwks()).keys;
    expect(announced).toHaveLength(2);
    const meanwhile = await accessToken(one);
    expect(kidOf(meanwhile)).toBe(kidOf(first));

    advance(11 * 60_000);
    const next = await accessToken(one);
    expect(kidOf(next)).not.toBe(kidOf(first));
    expect(announced.map(({ kid }) => kid)).toContain(kidOf(next));
    for (const token of [first, meanwhile, next]) {
      await verify(token);
      expect((await two.call('GetUser', { AccessToken: token })).status).toBe(200);
    }
  });

  test('[POOL-25] a key of 90 days gets one successor, however many gateways there are', async () => {
    await accessToken(one);
    advance(90 * 86_400_000);
    await accessToken(one);
    await accessToken(two);
    expect((await one.pool.readJwks()).keys).toHaveLength(2);
  });
});

describe('an ended session', () => {
  test('[POOL-26] the program is notified of a revoked token once', async () => {
    const person = await createConfirmedPerson(one);
    const { RefreshToken: Token, AccessToken } = tokensOf(await signInByPassword(one, person));
    await one.call('RevokeToken', { Token });
    await one.call('RevokeToken', { Token });
    const { origin_jti } = decodeClaims(AccessToken);
    expect(one.endedSessions).toEqual([{ sub: person.sub, originJtis: [origin_jti] }]);
  });
});
