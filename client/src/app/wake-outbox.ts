import type { Outbox } from '../outbox/outbox.ts';
import type { LineState } from '../realtime/line-state.ts';
import type { Signal } from '../realtime/signal.ts';

/** Whatever says that the line may be back sends what waits at once; leaving asks when that would lose it. */
export function wakeOutbox(outbox: Outbox, line: Signal<LineState>): void {
  let isLive = false;
  line.subscribe(() => {
    const { status } = line.getSnapshot();
    const isLiveNow = status === 'live' || status === 'polling';
    if (isLiveNow && !isLive) outbox.wake();
    isLive = isLiveNow;
  });
  window.addEventListener('online', outbox.wake);
  window.addEventListener('pageshow', outbox.wake);
  document.addEventListener('visibilitychange', outbox.wake);
  window.addEventListener('beforeunload', (event) => {
    if (outbox.isFleeting()) event.preventDefault();
  });
}
