import type { TraceEntry } from './trace.ts';

/** The BroadcastChannel between the tabs of one browser. Its version changes with the message format. */
export const MACHINES_CHANNEL = 'cruddur:machines:1';

export type InspectMessage =
  /** A page `/machines` is open: every tab reports from now on. */
  | { kind: 'watch'; page: string }
  /** A tab has been opened; an open page answers with `watch`. */
  | { kind: 'here' }
  | { kind: 'report'; entries: readonly TraceEntry[] };

/** Held by a reporting tab, so that a page that requests it learns of the tab's end. */
export const tabLockName = (tab: string) => `${MACHINES_CHANNEL}:tab:${tab}`;

/** Held by a watching page, so that a tab that requests it learns of the page's end, even after a crash. */
export const watchLockName = (page: string) => `${MACHINES_CHANNEL}:${page}`;
