import { expect, it } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

it('[ERASE-15] a deletion at one gateway ends sessions at the other within two seconds and blocks their writes at once', async () => {
  await using one = await startTestApp();
  await using other = await startTestApp({ sharedStoreApp: one });
  const [ann, bob] = [await one.signUp(), await other.signUp()];
  const there = createClient(other.url, ann.accessToken);
  const { uuid } = await there.callOk('createActivity', { body: { message: 'known here too' } });
  await there.callOk('sendMessage', { body: { handle: bob.handle, message: 'and this' } });
  using tab = await connectSocket(other.url, { token: ann.accessToken });
  using bobsTab = await connectSocket(other.url, { token: bob.accessToken });
  await ann.callOk('deleteAccount');
  const deleted = performance.now();
  const posted = await there.call('createActivity', { body: { message: 'still here?' } });
  expect([posted.status, posted.body]).toEqual([401, ['generic_401']]);
  await bobsTab.waitForEvent('activity.deleted', ({ data }) => data.uuid === uuid);
  await bobsTab.waitForEvent('messages.erased', ({ data }) => data.handle === ann.handle);
  expect(performance.now() - deleted).toBeLessThan(1000);
  expect(await tab.waitForEnd()).toBe('session_revoked');
  await until(async () => (await there.call('homeFeed')).status === 401, { what: 'the token is refused' });
  expect(performance.now() - deleted).toBeLessThan(2000);
  expect(await bob.callOk('homeFeed')).toEqual([]);
});
