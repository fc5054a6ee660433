import type { LineState } from '../realtime/line-state.ts';
import type { Signal } from '../signal.ts';

/** Does the work whenever something says that the line may be back. */
export function whenBack(line: Signal<LineState>, work: () => void): void {
  let isLive = false;
  line.subscribe(() => {
    const { status } = line.getSnapshot();
    const isLiveNow = status === 'live' || status === 'polling';
    if (isLiveNow && !isLive) work();
    isLive = isLiveNow;
  });
  window.addEventListener('online', work);
  window.addEventListener('pageshow', work);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && navigator.onLine) work();
  });
}
