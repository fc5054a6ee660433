import { expect, it } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { callPool, signIn } from '../../support/people.ts';
import { startRedis } from '../../support/services/redis.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';

const WITHIN_MS = 2000;

it('[GATEWAY-3, SESSION-3] a global sign-out takes effect at every gateway within 2 s, with and without Redis', async () => {
  const redis = await startRedis();
  const env = { REDIS_URL: redis.url };
  await using one = await startTestApp({ env });
  await using other = await startTestApp({ env, sharedStoreApp: one });
  const ann = await one.signUp();
  let token = ann.accessToken;
  const status = async (url: string) => (await createClient(url, token).call('homeFeed')).status;
  const stopRedis = () => redis[Symbol.asyncDispose]();
  for (const before of [() => Promise.resolve(), stopRedis]) {
    await before();
    using tab = await connectSocket(other.url, { token });
    await callPool(one.url, 'GlobalSignOut', { AccessToken: token });
    const startedAt = performance.now();
    expect(await tab.waitForEnd()).toBe('session_revoked');
    expect(performance.now() - startedAt).toBeLessThan(WITHIN_MS);
    expect([await status(one.url), await status(other.url)]).toEqual([401, 401]);
    token = (await signIn(other.url, ann)).accessToken;
    expect([await status(one.url), await status(other.url)]).toEqual([200, 200]);
  }
});
