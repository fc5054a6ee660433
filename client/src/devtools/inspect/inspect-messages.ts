import type { TraceEntry } from './trace.ts';

/** Between the tabs of one browser. Its number changes with the form of what is said. */
export const MACHINES_CHANNEL = 'cruddur:machines:1';

export type InspectMessage =
  /** A page that shows machines is open: every tab reports from now on. */
  | { kind: 'watch'; page: string }
  /** A tab has come, and asks whether anybody watches. */
  | { kind: 'here' }
  | { kind: 'report'; entries: readonly TraceEntry[] };

/** Held by a tab for as long as it tells, for the same purpose. */
export const tabLockName = (tab: string) => `${MACHINES_CHANNEL}:tab:${tab}`;

/** Held by a page for as long as it watches, so that a tab which asks for it hears of the end, however that comes. */
export const watchLockName = (page: string) => `${MACHINES_CHANNEL}:${page}`;
