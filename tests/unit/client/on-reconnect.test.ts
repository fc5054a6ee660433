import { expect, test, vi } from 'vitest';
import { onReconnect } from '../../../client/src/app/on-reconnect.ts';
import { IDLE } from '../../../client/src/realtime/realtime-client.ts';
import { createSignal } from '../../../client/src/signal.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

function start() {
  const { page, changePage } = createTestRuntime();
  const line = createSignal(IDLE);
  const work = vi.fn();
  onReconnect(line, page, work);
  return { line, work, changePage };
}

test('[LIVE-14] the request is repeated when the connection opens, a network appears or the page becomes visible', () => {
  const { line, work, changePage } = start();
  line.set({ status: 'live', proved: true });
  expect(work).toHaveBeenCalledTimes(1);
  changePage('online');
  expect(work).toHaveBeenCalledTimes(2);
  changePage('visibilitychange');
  expect(work).toHaveBeenCalledTimes(3);
});

test('[LIVE-14] a hidden page and a page without a network send no request', () => {
  const { work, changePage } = start();
  changePage('visibilitychange', { isVisible: false });
  changePage('visibilitychange', { isVisible: true, isOnline: false });
  expect(work).not.toHaveBeenCalled();
});
