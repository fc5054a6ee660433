/** Runs work while no other tab runs any under the same name. */
export type TabLock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** What one tab writes to local storage is seen by a tab of another process only a moment later. */
const SETTLE_MS = 100;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * A lock among the tabs of this origin. The result comes at once; the next tab is let in when it is sure to see what was
 * stored. Without Web Locks, as on pages that are not secure, each tab works for itself.
 */
export function createTabLock(locks: Pick<LockManager, 'request'> | undefined, settle = pause): TabLock {
  if (!locks) return (_, work) => work();
  return (name, work) =>
    new Promise((resolve, reject) => {
      locks
        .request(name, async () => {
          await work().then(resolve, reject);
          await settle(SETTLE_MS);
        })
        .catch(reject);
    });
}
