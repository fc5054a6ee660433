export interface WarningCounter {
  /** Counts one occurrence, and reports it unless a report was written within the interval. */
  countWarning(): void;
  /** Reports what was counted since the last report, once the interval is over. */
  reportPending(): void;
}

export interface WarningCounterParts {
  everyMs: number;
  /** A clock that never jumps, in milliseconds. */
  monotonicMs: () => number;
  /** Receives the number of occurrences since the last call, at least 1. */
  warn: (count: number) => void;
}

/** Writes one line per interval for something that an outsider can cause as often as they like. */
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
