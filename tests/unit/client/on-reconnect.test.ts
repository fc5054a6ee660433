import { afterEach, expect, test, vi } from 'vitest';
import { onReconnect } from '../../../client/src/app/on-reconnect.ts';
import { IDLE } from '../../../client/src/realtime/realtime-client.ts';
import { createSignal } from '../../../client/src/signal.ts';

afterEach(() => void vi.unstubAllGlobals());

function start() {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const navigator = { onLine: true };
  for (const [name, value] of Object.entries({ window, document, navigator })) vi.stubGlobal(name, value);
  const line = createSignal(IDLE);
  const work = vi.fn();
  onReconnect(line, work);
  const turn = (visibilityState: string, onLine = true) => {
    Object.assign(document, { visibilityState });
    navigator.onLine = onLine;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { window, line, work, turn };
}

test('[LIVE-14] the request is repeated when the connection opens, a network appears or the page becomes visible', () => {
  const { window, line, work, turn } = start();
  line.set({ status: 'live', proved: true });
  expect(work).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  expect(work).toHaveBeenCalledTimes(2);
  turn('visible');
  expect(work).toHaveBeenCalledTimes(3);
});

test('[LIVE-14] a hidden page and a page without a network send no request', () => {
  const { work, turn } = start();
  turn('hidden');
  turn('visible', false);
  expect(work).not.toHaveBeenCalled();
});
