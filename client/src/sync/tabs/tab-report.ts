import type { Runtime, Timers } from '../../base/runtime/runtime.ts';
import type { CrudsOnScreen } from './cruds-on-screen.ts';
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

export interface TabReportParts {
  runtime: Runtime;
  /** Watches the screen of this tab. */
  observeCrudsOnScreen: (timers: Timers, onChange: () => void) => CrudsOnScreen;
  sendToLeader: (report: AttentionReport) => void;
}

export function startTabReport({ runtime, observeCrudsOnScreen, sendToLeader }: TabReportParts): TabReport {
  const { timers, page } = runtime;
  const tab = runtime.newId();
  const stopController = new AbortController();
  let lastCruds = '';

  function send(): void {
    if (!page.isVisible()) {
      sendToLeader({ kind: 'hidden', tab });
      return;
    }
    const cruds = onScreen.uuids();
    lastCruds = cruds.join();
    sendToLeader({ kind: 'visible', tab, cruds });
  }

  /** A hidden tab reports only that it is hidden; its cruds are on no screen. */
  function sendChange(): void {
    if (page.isVisible() && onScreen.uuids().join() !== lastCruds) send();
  }

  const changes = createThrottle(timers, CHANGES_EVERY_MS, sendChange);
  const onScreen = observeCrudsOnScreen(timers, () => changes.trigger());
  const stopRenewal = timers.every(REPORT_EVERY_MS, () => {
    if (page.isVisible()) send();
  });
  page.on('visibilitychange', send, stopController.signal);
  send();

  return {
    send,
    stop() {
      stopController.abort();
      stopRenewal();
      changes.stop();
      onScreen.stop();
      sendToLeader({ kind: 'hidden', tab });
    },
  };
}
