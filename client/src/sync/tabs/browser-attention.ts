import { VIEWED_CRUDS_MAX, VIEWING_EVERY_MS } from '@cruddur/shared';
import type { Attention } from '../connection/attention-frames.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { createThrottle } from './throttle.ts';

/** A visible tab repeats its report, so that the leader notices a tab that has crashed. In milliseconds. */
export const REPORT_EVERY_MS = 10_000;

/** A browser is quiet when no tab of it has been visible for this long: switching between tabs sends nothing. In milliseconds. */
export const QUIET_AFTER_MS = 5000;
/** A visible tab without a report during this many intervals has crashed. */
const MISSED_REPORTS_MAX = 2;

/** What a tab reports to the leader tab. */
export type AttentionReport =
  | { kind: 'visible'; tab: string; /** The uuids of the cruds on its screen. */ cruds: string[] }
  | { kind: 'hidden'; tab: string };

/** The attention of the user to all tabs of this browser. */
export interface BrowserAttention extends Attention {
  handleReport(report: AttentionReport): void;
  stop(): void;
}

export interface BrowserAttentionParts {
  runtime: Pick<Runtime, 'timers'>;
  /** Called when the browser becomes quiet, or is no longer. */
  onQuietChange: () => void;
  /** Called at most every `VIEWING_EVERY_MS` when `viewed` has changed. `shownAnew` came on a screen since the last call. */
  onViewedChange: (shownAnew: readonly string[]) => void;
}

/** Combines the reports of all tabs, in the leader tab. A tab that has not reported counts as hidden. */
export function createBrowserAttention(parts: BrowserAttentionParts): BrowserAttention {
  const { onQuietChange, onViewedChange } = parts;
  const { timers } = parts.runtime;
  const visibleTabs = new Map<string, { cruds: readonly string[]; missedReports: number }>();
  const shownAnew = new Set<string>();
  let isQuiet = false;
  let cancelQuiet: (() => void) | undefined;

  const viewedChanges = createThrottle(timers, VIEWING_EVERY_MS, () => {
    const uuids = [...shownAnew];
    shownAnew.clear();
    onViewedChange(uuids);
  });

  function setQuiet(next: boolean): void {
    if (isQuiet === next) return;
    isQuiet = next;
    onQuietChange();
  }

  function onTabsChange(): void {
    cancelQuiet?.();
    if (visibleTabs.size > 0) setQuiet(false);
    else cancelQuiet = timers.after(QUIET_AFTER_MS, () => setQuiet(true));
  }

  function removeTab(tab: string): void {
    if (!visibleTabs.delete(tab)) return;
    viewedChanges.trigger();
    onTabsChange();
  }

  function recordVisibleTab(tab: string, cruds: readonly string[]): void {
    const before = visibleTabs.get(tab)?.cruds ?? [];
    // The last one to report is the last in the map.
    visibleTabs.delete(tab);
    visibleTabs.set(tab, { cruds, missedReports: 0 });
    for (const uuid of cruds) if (!before.includes(uuid)) shownAnew.add(uuid);
    if (shownAnew.size > 0 || before.some((uuid) => !cruds.includes(uuid))) viewedChanges.trigger();
    onTabsChange();
  }

  // Counted in intervals and not by the clock: while the machine sleeps, neither side's timers run.
  const stopExpiry = timers.every(REPORT_EVERY_MS, () => {
    for (const [tab, state] of visibleTabs) {
      state.missedReports += 1;
      if (state.missedReports > MISSED_REPORTS_MAX) removeTab(tab);
    }
  });
  onTabsChange();

  return {
    isQuiet: () => isQuiet,
    viewed() {
      const newestFirst = [...visibleTabs.values()].reverse().flatMap(({ cruds }) => cruds);
      return [...new Set(newestFirst)].slice(0, VIEWED_CRUDS_MAX);
    },
    handleReport(report) {
      if (report.kind === 'visible') recordVisibleTab(report.tab, report.cruds);
      else removeTab(report.tab);
    },
    stop() {
      cancelQuiet?.();
      stopExpiry();
      viewedChanges.stop();
    },
  };
}
