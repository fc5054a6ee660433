export interface WarningCounter {
  /** Counts one occurrence, and reports it unless the last report is younger than the interval. */
  countWarning(): void;
  /** Reports the occurrences since the last report, if the interval is over. */
  reportPending(): void;
}

export interface WarningCounterParts {
  everyMs: number;
  /** A monotonic clock in milliseconds. */
  monotonicMs: () => number;
  /** Receives the number of occurrences since the last call, at least 1. */
  warn: (count: number) => void;
}

/** Limits a warning that a remote party can cause at any rate to one line per interval. */
export function createWarningCounter({ everyMs, monotonicMs, warn }: WarningCounterParts): WarningCounter {
  let count = 0;
  let reportedAt = -Infinity;

  function reportPending(): void {
    if (count === 0 || monotonicMs() - reportedAt < everyMs) return;
    reportedAt = monotonicMs();
    const reported = count;
    count = 0;
    warn(reported);
  }

  return {
    reportPending,
    countWarning() {
      count += 1;
      reportPending();
    },
  };
}
