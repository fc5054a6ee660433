import { expect, it } from 'vitest';
import { openClientTab } from '../../support/client-tab.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

it('[TABS-11] a tab whose socket is refused as too_many shows new cruds by polling, and opens a socket when one is free', async () => {
  await using app = await startTestApp({ env: { MAX_SOCKETS_PER_ADDRESS: '1' } });
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  using holder = await connectSocket(app.url, { token: ann.accessToken });
  using tab = await openClientTab(app.url, bob);
  const states = () => tab.states.map(({ type }) => type);
  await until(() => states().includes('POLLING'), { what: 'the refused tab polls' });
  const first = await ann.callOk('createActivity', { body: { message: 'to a refused tab' } });
  await until(() => tab.shown.includes(first.uuid), { what: 'the refused tab shows the crud' });
  expect(states()).not.toContain('READY');

  holder.rawSocket.disconnect();
  await until(
    () => {
      tab.checkConnection();
      return states().includes('READY');
    },
    { what: 'the tab has a socket' },
  );
  const second = await ann.callOk('createActivity', { body: { message: 'over the socket' } });
  await until(() => tab.shown.includes(second.uuid), { what: 'the tab shows the next crud' });
  expect(tab.shown).toEqual([first.uuid, second.uuid]);
  expect(states().at(-1)).toBe('READY');
});
