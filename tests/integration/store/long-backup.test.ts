import { expect, inject, onTestFinished, test, vi } from 'vitest';
import type { OpenedStore } from '../../../server/src/store/opened-store.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;

/** A copy of the store that lasts until it is ended, also by a failing test. */
function startCopy(store: Pick<OpenedStore, 'pauseDuring'>) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => void (end = resolve));
  return { done: store.pauseDuring(() => ended), end, [Symbol.dispose]: end };
}

test.skipIf(inject('store') === 'postgres')(
  '[BACKUP-7] during a long copy the sockets stay open, the gateway stays ready, and calls wait',
  async () => {
    await using app = await startTestApp();
    const ann = await app.signUp();
    using tab = await connectSocket(app.url, { token: ann.accessToken });
    await until(() => tab.frames.ready.length > 0, { what: 'the tab is ready' });

    const now = performance.now.bind(performance);
    using copy = startCopy(app.store);
    await until(() => app.store.readPause().isPaused, { what: 'the copy holds the connection' });
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + MINUTE);
    onTestFinished(() => clock.mockRestore());
    const call = ann.send('POST', '/api/activities', { body: { message: 'during the copy' } });
    const startedAt = now();
    await until(() => now() - startedAt > 2500, { what: 'each socket was checked twice' });
    const ready = await fetch(`${app.url}/readyz`);
    expect([ready.status, tab.frames.bye, app.store.readPause().isPaused]).toEqual([200, [], true]);

    copy.end();
    await copy.done;
    expect((await call).status).toBe(200);
    await until(() => now() - startedAt > 4000, { what: 'each socket was checked after the copy' });
    expect(tab.frames.bye).toEqual([]);
  },
);
