import type { createSignal, Signal } from '../../base/signal.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { ConnectionState } from '../connection/connection.machine.ts';

/** What the page says about its connection: nothing, that it is lost, or that a loss that was shown is over. */
export type OutageNotice = 'none' | 'outage' | 'over';

/**
 * Most losses are shorter: a gateway that restarts, a network that changes, a busy machine. In milliseconds. A loss of which the
 * browser knows, too, is shown at once.
 */
export const SHOW_OUTAGE_AFTER_MS = 3000;
export const SHOW_RETURN_MS = 3000;

/** Watches the connection as long as the page lives, so that a notice outlasts the screens that show it. */
export function watchOutages(
  connectionState: Signal<ConnectionState>,
  notice: ReturnType<typeof createSignal<OutageNotice>>,
  { timers, page }: Pick<Runtime, 'timers' | 'page'>,
): void {
  let cancelNext: (() => void) | undefined;
  let isDown = false;

  function setNotice(next: OutageNotice, later?: { afterMs: number; to: OutageNotice }): void {
    cancelNext?.();
    notice.set(next);
    if (later) cancelNext = timers.after(later.afterMs, () => setNotice(later.to));
  }

  connectionState.subscribe(() => {
    const { status } = connectionState.getSnapshot();
    switch (status) {
      // A new attempt, whose result decides.
      case 'connecting':
        return;
      case 'idle':
      case 'live': {
        const wasShown = notice.getSnapshot() === 'outage';
        if (status === 'live' && wasShown) setNotice('over', { afterMs: SHOW_RETURN_MS, to: 'none' });
        else if (status === 'idle' || isDown) setNotice('none');
        isDown = false;
        return;
      }
      case 'reconnecting':
      case 'refused':
      case 'polling':
        if (!page.isOnline()) setNotice('outage');
        else if (!isDown) setNotice('none', { afterMs: SHOW_OUTAGE_AFTER_MS, to: 'outage' });
        isDown = true;
    }
  });
}
