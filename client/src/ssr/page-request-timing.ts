import type { RequestTiming } from '../clock/server-clock.ts';

type Timeline = Pick<Performance, 'timeOrigin' | 'now'> & {
  getEntriesByType: (type: 'navigation') => readonly Partial<PerformanceNavigationTiming>[];
};

/** When this page was asked for and began to come, by this machine's time: it was made in between. */
export function readPageRequestTiming(timeline: Timeline): RequestTiming {
  const [{ requestStart = 0, responseStart = 0 } = {}] = timeline.getEntriesByType('navigation');
  const { timeOrigin } = timeline;
  // Zero where a browser does not tell.
  return {
    from: timeOrigin + requestStart,
    to: timeOrigin + (responseStart || timeline.now()),
    precisionMs: 0,
  };
}
