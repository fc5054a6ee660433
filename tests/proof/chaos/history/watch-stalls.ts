import type { HistoryFile } from './history-file.ts';

const EVERY_MS = 100;
/** Shorter delays of a busy process excuse nothing. */
const STALLED_MS = 500;

/** Records when this process, which observes all tabs, did not run: events of that time are recorded late. */
export function watchStalls(history: HistoryFile): Disposable {
  let last = history.now();
  const timer = setInterval(() => {
    const now = history.now();
    const ms = Math.round(now - last - EVERY_MS);
    if (ms > STALLED_MS) history.record({ type: 'stalled', ms });
    last = now;
  }, EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
