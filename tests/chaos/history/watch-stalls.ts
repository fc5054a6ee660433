import type { HistoryFile } from './history-file.ts';

const EVERY_MS = 100;
/** What a busy process loses now and then is no excuse for anything. */
const STALLED_MS = 500;

/** Notes when this process, which sees all that is shown, got no turn: what came then is noted later than it came. */
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
