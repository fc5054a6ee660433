import { sql } from 'kysely';
import type { Bus } from '../domain/ports.ts';
import type { Revocations } from '../domain/sessions/revocations.ts';
import type { Readiness } from '../http/health.ts';
import type { Db } from '../repositories/tables.ts';
import { cacheAnswer } from './cache-answer.ts';

export interface ReadinessParts {
  db: Db;
  bus: Pick<Bus, 'isHealthy'>;
  revocations: Pick<Revocations, 'isStale'>;
  /** True once this gateway drains: new calls should go to another one. */
  isDraining: () => boolean;
  /** True while a backup copies the store: calls wait for it, and so would the probes. */
  isPaused: () => boolean;
  /** Whether this machine's clock differs from the store's. */
  isClockWrong: () => boolean;
  /** Rejects when the store accepts no writes, as with a full disk. */
  probeWrites: () => Promise<void>;
  monotonicMs: () => number;
}

const READS = { maxAgeMs: 1000, timeoutMs: 2000 };
const WRITES = { maxAgeMs: 5000, timeoutMs: 3000 };

/**
 * Ready means that reads and writes of the store work, and that this machine's clock is right. Without Redis everything works, only slower. The endpoint is public, so
 * the probes are cached for all callers.
 */
export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  const { db, bus, revocations, isDraining, isPaused, isClockWrong, probeWrites, monotonicMs } = parts;
  const canRead = cacheAnswer(() => sql`select 1`.execute(db), { ...READS, monotonicMs });
  const canWrite = cacheAnswer(probeWrites, { ...WRITES, monotonicMs });
  return async () => {
    const isReadable = isPaused() || (await canRead());
    const isWritable = isPaused() || (isReadable && (await canWrite()));
    const degraded = [
      ...(isReadable ? [] : ['store']),
      ...(isReadable && !isWritable ? ['writes'] : []),
      ...(revocations.isStale() ? ['revocations'] : []),
      ...(bus.isHealthy() ? [] : ['redis']),
      ...(isDraining() ? ['draining'] : []),
      ...(isClockWrong() ? ['clock'] : []),
    ];
    const ready = isWritable && !revocations.isStale() && !isDraining() && !isClockWrong();
    return { ready, degraded };
  };
}
