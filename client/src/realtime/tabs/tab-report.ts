import { observeCrudsOnScreen } from './cruds-on-screen.ts';
import { REPORT_EVERY_MS, type AttentionReport } from './browser-attention.ts';
import { createThrottle } from './throttle.ts';

/** The shortest interval between two reports because of other cruds on the screen, in milliseconds. */
const CHANGES_EVERY_MS = 250;

/** Reports to the leader tab whether this tab is visible, and the cruds on its screen. */
export interface TabReport {
  /** Sends the report now, as to a new leader or after the page was suspended. */
  send(): void;
  stop(): void;
}

export function startTabReport(sendToLeader: (report: AttentionReport) => void): TabReport {
  const tab = crypto.randomUUID();
  const stopController = new AbortController();
  let lastCruds = '';

  function send(): void {
    if (document.visibilityState !== 'visible') {
      sendToLeader({ kind: 'hidden', tab });
      return;
    }
    const cruds = onScreen.uuids();
    lastCruds = cruds.join();
    sendToLeader({ kind: 'visible', tab, cruds });
  }

  /** A hidden tab reports only that it is hidden; its cruds are on no screen. */
  function sendChange(): void {
    if (document.visibilityState === 'visible' && onScreen.uuids().join() !== lastCruds) send();
  }

  const changes = createThrottle(sendChange, CHANGES_EVERY_MS);
  const onScreen = observeCrudsOnScreen(() => changes.trigger());
  const renewal = setInterval(() => {
    if (document.visibilityState === 'visible') send();
  }, REPORT_EVERY_MS);
  document.addEventListener('visibilitychange', send, { signal: stopController.signal });
  send();

  return {
    send,
    stop() {
      stopController.abort();
      clearInterval(renewal);
      changes.stop();
      onScreen.stop();
      sendToLeader({ kind: 'hidden', tab });
    },
  };
}
