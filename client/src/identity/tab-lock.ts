import { isFailure } from '../machines/failure.ts';

/**
 * Runs work while no other tab runs any under the same name. `lost` is aborted when another tab took the lock away: then the
 * work must store nothing more.
 */
export type TabLock = <T>(name: string, work: (lost?: AbortSignal) => Promise<T>) => Promise<T>;

/** The part of the browser's locks that is used here. */
export type Locks = Pick<LockManager, 'request' | 'query'>;

export type LockTimes = {
  /** What one tab writes to local storage is seen by a tab of another process only a moment later. */
  settle: () => Promise<void>;
  /** How long one holder may keep others waiting, in milliseconds, before the lock is taken away from it. */
  patienceMs: number;
};

const SETTLE_MS = 100;
const PATIENCE_MS = 10_000;

const usual: LockTimes = {
  settle: () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
  patienceMs: PATIENCE_MS,
};

/**
 * A lock among the tabs of this origin. The result comes at once; the next tab is let in when it is sure to see what was
 * stored. Without Web Locks, as on pages that are not secure, each tab works for itself.
 */
export function createTabLock(locks: Locks | undefined, { settle, patienceMs } = usual): TabLock {
  if (!locks) return (_, work) => work();
  return (name, work) =>
    new Promise((resolve, reject) => {
      const lost = new AbortController();
      let isGranted = false;
      const hold = async () => {
        isGranted = true;
        await work(lost.signal).then(resolve, reject);
        await settle();
      };
      holdInTurn({ locks, name, patienceMs }, hold).catch((error: unknown) => {
        // Taken away in the middle: the work goes on to its end, for whoever still waits for it here.
        if (isGranted) lost.abort();
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
}

type Turn = { locks: Locks; name: string; patienceMs: number };
type Hold = () => Promise<void>;

/** Waits for the lock, and takes it away from a holder that keeps it for too long. */
async function holdInTurn(turn: Turn, hold: Hold): Promise<void> {
  const { locks, name, patienceMs } = turn;
  const holder = await holderOf(turn);
  try {
    await locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, hold);
  } catch (error) {
    if (!isFailure(error, 'TimeoutError')) throw error;
    const taken = await takeAway(turn, { holder, hold });
    await (taken ? taken.held : holdInTurn(turn, hold));
  }
}

/** One tab at a time, and only from the holder it waited for: the others find another one and wait again. */
async function takeAway(
  turn: Turn,
  { holder, hold }: { holder: string | undefined; hold: Hold },
): Promise<{ held: Promise<void> } | undefined> {
  const { locks, name } = turn;
  return locks.request(`${name} take-over`, async () => {
    if ((await holderOf(turn)) !== holder) return undefined;
    return new Promise((granted) => {
      const held: Promise<void> = locks.request(name, { steal: true }, () => {
        granted({ held });
        return hold();
      });
    });
  });
}

async function holderOf({ locks, name }: Turn): Promise<string | undefined> {
  const { held = [] } = await locks.query();
  return held.find((lock) => lock.name === name)?.clientId;
}
