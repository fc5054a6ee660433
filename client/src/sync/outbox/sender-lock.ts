import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Locks } from '../../base/runtime/web-lock.ts';

export interface SenderLockParts {
  locks: Pick<Locks, 'request'> | undefined;
  name: string;
  /** Aborted when this tab must not send any more. */
  stopped: AbortSignal;
  /** Resolves when the holder seems to be suspended, so that the lock should be stolen. */
  waitForSilentHolder: (stopped: AbortSignal) => Promise<void>;
}

/**
 * Runs `work` while no other tab of this user does. The browser releases the lock of a tab that closes or crashes; the lock of a
 * suspended tab is stolen. Without locks every tab works, which the operation ids make harmless.
 * @param work ends when its signal is aborted
 */
export async function runAsOnlySender(
  parts: SenderLockParts,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const { locks, stopped } = parts;
  if (!locks) return work(stopped);
  try {
    while (!stopped.aborted) await holdLockOnce({ ...parts, locks }, work);
  } catch {
    // Some browsers have locks whose requests always fail.
    await work(stopped);
  }
}

async function holdLockOnce(
  { locks, name, stopped, waitForSilentHolder }: SenderLockParts & { locks: Pick<Locks, 'request'> },
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const stoppedOrLost = AbortSignal.any([stopped, lost.signal]);
  const granted = new AbortController();
  const stopWaiting = AbortSignal.any([stopped, granted.signal]);
  const hold = async () => {
    granted.abort();
    await work(stoppedOrLost);
  };
  const queued = locks.request(name, { signal: stopWaiting }, hold);
  const stolen = waitForSilentHolder(stopWaiting).then(() =>
    stopWaiting.aborted ? undefined : locks.request(name, { steal: true }, hold),
  );
  // Whichever request is granted cancels the other; a lock that another tab steals rejects.
  await Promise.all([queued.catch(ignoreAbort), stolen.catch(ignoreAbort)]);
  lost.abort();
}

/** The request was cancelled, or the lock was stolen. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}

export interface SilenceParts {
  runtime: Pick<Runtime, 'now' | 'timers'>;
  /** By this machine's clock. */
  lastMessageAt: () => number;
  limitMs: number;
}

/** Resolves when the last message is older than `limitMs`, or when `stopped` is aborted. */
export function waitForSilence(
  stopped: AbortSignal,
  { runtime: { now, timers }, lastMessageAt, limitMs }: SilenceParts,
): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) {
      resolve();
      return;
    }
    const stopChecks = timers.every(limitMs / 4, () => {
      if (now() - lastMessageAt() > limitMs) end();
    });
    const end = () => {
      stopChecks();
      resolve();
    };
    stopped.addEventListener('abort', end, { once: true });
  });
}
