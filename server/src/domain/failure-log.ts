import type { Logger } from './logger.ts';

/** Failures of background work. Each kind is logged when it begins and when it ends, and every failure is counted. */
export interface FailureLog {
  recordFailure(work: string, error: unknown): void;
  recordSuccess(work: string): void;
  /** The number of failures since the start, by the name of the work. */
  counts(): ReadonlyMap<string, number>;
}

/** For parts that run without a failure log, as in unit tests. */
export const noFailureLog: FailureLog = {
  recordFailure: () => undefined,
  recordSuccess: () => undefined,
  counts: () => new Map(),
};

export function createFailureLog(logger: Logger): FailureLog {
  const counts = new Map<string, number>();
  /** The kinds of failure of each work since its last success. */
  const lasting = new Map<string, Map<string, number>>();

  return {
    counts: () => counts,
    recordFailure(work, error) {
      counts.set(work, (counts.get(work) ?? 0) + 1);
      const kinds = lasting.get(work) ?? new Map<string, number>();
      lasting.set(work, kinds);
      const kind = kindOf(error);
      const before = kinds.get(kind) ?? 0;
      kinds.set(kind, before + 1);
      if (before === 0) logger.error({ err: error, chore: work, kind }, 'a chore failed');
    },
    recordSuccess(work) {
      const kinds = lasting.get(work);
      if (!kinds) return;
      lasting.delete(work);
      logger.warn({ chore: work, failures: Object.fromEntries(kinds) }, 'a chore works again');
    },
  };
}

/** The error code if there is one. A message may contain a value that differs each time, so it cannot identify the kind. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
