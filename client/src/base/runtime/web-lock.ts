import { abortAfter, delay, type Timers } from './runtime.ts';

/** The used part of the Web Locks API. */
export type Locks = Pick<LockManager, 'request' | 'query'>;

/** The client id of the lock's holder. */
export async function findLockHolder(locks: Locks, name: string): Promise<string | undefined> {
  const { held = [] } = await locks.query();
  return held.find((lock) => lock.name === name)?.clientId;
}

export interface LockTheft {
  locks: Locks;
  name: string;
  /** The holder to steal from. */
  holder: string | undefined;
  /** Cancels the theft as long as the lock was not stolen. */
  signal?: AbortSignal;
}

/**
 * Steals a lock from a holder that does not respond. Only one tab at a time steals, and only while that holder still has the
 * lock, so a tab that has just stolen it keeps it.
 * @param hold runs with the lock, and ends it when it settles
 * @returns `held` settles with `hold`, or rejects when the lock is stolen again; null when nothing was stolen
 * @throws {DOMException} AbortError when `signal` is aborted while other tabs steal
 */
export function stealLock(
  { locks, name, holder, signal }: LockTheft,
  hold: () => Promise<void>,
): Promise<{ held: Promise<void> } | null> {
  return locks.request(`${name} take-over`, signal ? { signal } : {}, async () => {
    const current = await findLockHolder(locks, name);
    if (signal?.aborted || current !== holder) return null;
    return new Promise<{ held: Promise<void> }>((resolve, reject) => {
      const held: Promise<void> = locks.request(name, { steal: true }, () => {
        resolve({ held });
        return hold();
      });
      held.catch(reject);
    });
  });
}

export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * Runs `work` while no other tab runs work under the same name. `lost` is aborted when another tab has stolen the lock: the work
 * must not store anything after that.
 */
export type TabLock = <T>(name: string, work: (lost?: AbortSignal) => Promise<T>) => Promise<T>;

/** In milliseconds. */
export type LockTimes = {
  /** Local storage written by one tab reaches a tab of another process with this delay. */
  storageDelayMs: number;
  /** How long a holder may keep the lock before another tab steals it. */
  maxHoldMs: number;
};

const LOCK_TIMES: LockTimes = { storageDelayMs: 100, maxHoldMs: 10_000 };

/**
 * A lock among the tabs of this origin. The result is returned at once; the lock is released when the next tab is sure to read
 * what the work has stored. Without Web Locks each tab works on its own.
 */
export function createTabLock(
  locks: Locks | undefined,
  timers: Timers,
  { storageDelayMs, maxHoldMs } = LOCK_TIMES,
): TabLock {
  if (!locks) return (_, work) => work();
  return (name, work) =>
    new Promise((resolve, reject) => {
      const lost = new AbortController();
      let isGranted = false;
      const hold = async () => {
        isGranted = true;
        await work(lost.signal).then(resolve, reject);
        await delay(timers, storageDelayMs);
      };
      holdLock({ locks, timers, name, maxHoldMs }, hold).catch((error: unknown) => {
        // Stolen while the work runs: it continues to its end, because its caller waits for the result.
        if (isGranted) lost.abort();
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
}

type LockRequest = { locks: Locks; timers: Timers; name: string; maxHoldMs: number };

/** Waits for the lock, and steals it from a holder that keeps it for too long. */
async function holdLock(request: LockRequest, hold: () => Promise<void>): Promise<void> {
  const { locks, timers, name, maxHoldMs } = request;
  const { signal, cancel } = abortAfter(timers, maxHoldMs);
  const holder = await findLockHolder(locks, name);
  try {
    await locks.request(name, { signal }, hold);
  } catch (error) {
    if (error !== signal.reason) throw error;
    const theft = await stealLock({ locks, name, holder }, hold);
    await (theft ? theft.held : holdLock(request, hold));
  } finally {
    cancel();
  }
}
