import { isFailure } from '../../machines/failure.ts';

/**
 * Runs work while no other tab runs any under the same name. `lost` is aborted when another tab took the lock away: then the
 * work must store nothing more.
 */
export type TabLock = <T>(name: string, work: (lost?: AbortSignal) => Promise<T>) => Promise<T>;

/** The part of the browser's locks that is used here. */
export type Locks = Pick<LockManager, 'request' | 'query'>;

export type LockTimes = {
  /** What one tab writes to local storage is seen by a tab of another process only a moment later. */
  waitForStorage: () => Promise<void>;
  /** How long one holder may keep others waiting, in milliseconds, before the lock is taken away from it. */
  maxHoldMs: number;
};

const SETTLE_MS = 100;
const MAX_HOLD_MS = 10_000;

const DEFAULT_TIMES: LockTimes = {
  waitForStorage: () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
  maxHoldMs: MAX_HOLD_MS,
};

/**
 * A lock among the tabs of this origin. The result comes at once; the next tab is let in when it is sure to see what was
 * stored. Without Web Locks, as on pages that are not secure, each tab works for itself.
 */
export function createTabLock(
  locks: Locks | undefined,
  { waitForStorage, maxHoldMs } = DEFAULT_TIMES,
): TabLock {
  if (!locks) return (_, work) => work();
  return (name, work) =>
    new Promise((resolve, reject) => {
      const lost = new AbortController();
      let isGranted = false;
      const hold = async () => {
        isGranted = true;
        await work(lost.signal).then(resolve, reject);
        await waitForStorage();
      };
      waitForLock({ locks, name, maxHoldMs }, hold).catch((error: unknown) => {
        // Taken away in the middle: the work goes on to its end, for whoever still waits for it here.
        if (isGranted) lost.abort();
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
}

type LockRequest = { locks: Locks; name: string; maxHoldMs: number };
type LockWork = () => Promise<void>;

/** Waits for the lock, and takes it away from a holder that keeps it for too long. */
async function waitForLock(turn: LockRequest, hold: LockWork): Promise<void> {
  const { locks, name, maxHoldMs } = turn;
  const holder = await findHolder(turn);
  try {
    await locks.request(name, { signal: AbortSignal.timeout(maxHoldMs) }, hold);
  } catch (error) {
    if (!isFailure(error, 'TimeoutError')) throw error;
    const taken = await stealLock(turn, { holder, hold });
    await (taken ? taken.held : waitForLock(turn, hold));
  }
}

/** One tab at a time, and only from the holder it waited for: the others find another one and wait again. */
async function stealLock(
  turn: LockRequest,
  { holder, hold }: { holder: string | undefined; hold: LockWork },
): Promise<{ held: Promise<void> } | undefined> {
  const { locks, name } = turn;
  return locks.request(`${name} take-over`, async () => {
    if ((await findHolder(turn)) !== holder) return undefined;
    return new Promise((granted) => {
      const held: Promise<void> = locks.request(name, { steal: true }, () => {
        granted({ held });
        return hold();
      });
    });
  });
}

async function findHolder({ locks, name }: LockRequest): Promise<string | undefined> {
  const { held = [] } = await locks.query();
  return held.find((lock) => lock.name === name)?.clientId;
}
