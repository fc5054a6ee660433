import { sql } from 'kysely';
import type { Bus } from '../domain/ports.ts';
import type { Revocations } from '../domain/sessions/revocations.ts';
import type { Readiness } from '../http/health.ts';
import type { Db } from '../repositories/tables.ts';
import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../domain/clock.ts';

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

const FILE = '.write-probe';
const FILE_BYTES = 256 * 1024;

/**
 * Writes a row and, for an embedded store, a file: a row may fit into allocated pages, a file needs free disk space.
 * @param dataDir of an embedded store
 * @throws the error of the failed write
 */
export async function probeWrites(db: Db, clock: Clock, dataDir: string | undefined): Promise<void> {
  if (dataDir !== undefined) await writeAndRemove(join(dataDir, FILE));
  await probeWrite(db, clock.now());
}

async function writeAndRemove(path: string): Promise<void> {
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.write(randomBytes(FILE_BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

/** Random bytes do not compress, so the value is stored out of line and its write needs free disk space. */
const FILLER_BYTES = 8 * 1024;

/** Commits a small write. One row for all gateways. */
async function probeWrite(db: Db, now: Date): Promise<void> {
  const filler = randomBytes(FILLER_BYTES).toString('base64');
  await sql`insert into write_probe (id, at, filler) values (1, ${now}, ${filler})
    on conflict (id) do update set at = excluded.at, filler = excluded.filler`.execute(db);
}

interface CacheAnswerOptions {
  /** How long an answer is reused, in milliseconds; a failure for a second at most. */
  maxAgeMs: number;
  /** How long to wait for the probe before the answer is false. */
  timeoutMs: number;
  monotonicMs: () => number;
}

const FAILURE_MAX_AGE_MS = 1000;

/**
 * Caches the outcome of a costly probe. One probe runs at a time, and none while the last answer is fresh.
 * @returns whether the probe succeeded
 */
export function cacheAnswer(
  probe: () => Promise<unknown>,
  options: CacheAnswerOptions,
): () => Promise<boolean> {
  const { maxAgeMs, timeoutMs, monotonicMs } = options;
  let probing: Promise<boolean> | undefined;
  let answer: Promise<boolean> | undefined;
  let freshUntil = -Infinity;

  async function probeOnce(): Promise<boolean> {
    try {
      await probe();
      return true;
    } catch {
      return false;
    } finally {
      probing = undefined;
    }
  }

  async function probeWithTimeout(): Promise<boolean> {
    // A probe that timed out is still running, and a second one would wait for the same cause.
    probing ??= probeOnce();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)));
    const isGood = await Promise.race([probing, timeout]);
    clearTimeout(timer);
    freshUntil = monotonicMs() + (isGood ? maxAgeMs : Math.min(maxAgeMs, FAILURE_MAX_AGE_MS));
    return isGood;
  }

  return () => {
    if (answer && monotonicMs() < freshUntil) return answer;
    // Callers share the pending answer.
    freshUntil = Infinity;
    return (answer = probeWithTimeout());
  };
}
