import { expect, it } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { signIn } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;

it('[SESSION-8] a user who is removed from the local pool loses sockets and API within six minutes, and no other user does', async () => {
  await using app = await startTestApp();
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  const phone = await signIn(app.url, ann);
  using removed = await connectSocket(app.url, { token: ann.accessToken });
  using other = await connectSocket(app.url, { token: bob.accessToken });
  const status = async (token: string) => (await createClient(app.url, token).call('homeFeed')).status;
  expect([await status(ann.accessToken), await status(phone.accessToken)]).toEqual([200, 200]);

  // The row is deleted directly, as after a removal at the provider.
  await app.store.poolDb.deleteFrom('pool_users').where('sub', '=', ann.sub).execute();
  await app.advance(6 * MINUTE);
  expect(await removed.waitForEnd()).toBe('session_revoked');
  expect(await status(ann.accessToken)).toBe(401);
  await until(async () => (await status(phone.accessToken)) === 401, { what: 'the phone is refused' });
  expect(await status(bob.accessToken)).toBe(200);
  expect(other.rawSocket.connected).toBe(true);
});
