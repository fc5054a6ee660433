import { expect, test } from 'vitest';
import { revocationRetentionMs, signInLifeMs } from '../../../server/src/wiring/revocation-retention.ts';
import { loadConfig } from '../../../server/src/config.ts';

const HOUR_MS = 3_600_000;
/** Seconds; the largest value that is accepted. */
const LONGEST = String(60 * 86_400);
const hoursKept = (env: Record<string, string>) => revocationRetentionMs(loadConfig(env).identity) / HOUR_MS;

test('[SESSION-5] a revocation outlives the tokens that it revokes by an hour, and no longer', () => {
  const pool = { COGNITO_USER_POOL_ID: 'ap-south-1_AbCdEfGhI', COGNITO_CLIENT_ID: 'a-client' };
  expect(hoursKept(pool)).toBe(31 * 24 + 1);
  expect(hoursKept({ ...pool, COGNITO_REFRESH_DAYS: '3650' })).toBe(3651 * 24 + 1);
  expect(hoursKept({ LOCAL_POOL_ACCESS_SECONDS: LONGEST })).toBe((30 + 60) * 24 + 1);
});

test('[SESSION-14] a shorter LOCAL_POOL_ACCESS_SECONDS forgets no revocation of a token with the longer lifetime', () => {
  const before = hoursKept({ LOCAL_POOL_ACCESS_SECONDS: LONGEST });
  expect(hoursKept({ LOCAL_POOL_ACCESS_SECONDS: '5' })).toBe(before);
  expect(hoursKept({})).toBe(before);
});

test('[SIGNIN-6] a session is listed until the last of its tokens expires', () => {
  const hoursListed = (env: Record<string, string>) => signInLifeMs(loadConfig(env).identity) / HOUR_MS;
  const pool = { COGNITO_USER_POOL_ID: 'ap-south-1_AbCdEfGhI', COGNITO_CLIENT_ID: 'a-client' };
  expect(hoursListed({ ...pool, COGNITO_REFRESH_DAYS: '7' })).toBe(8 * 24);
  expect(hoursListed({ LOCAL_POOL_ACCESS_SECONDS: '3600' })).toBe(30 * 24 + 1);
});
