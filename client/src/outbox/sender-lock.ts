/** The part of the browser's locks that is used here. */
export type SenderLocks = Pick<LockManager, 'request'>;

export interface SenderLockParts {
  locks: SenderLocks | undefined;
  name: string;
  /** Aborted when this tab has no more to do with it. */
  stopped: AbortSignal;
  /** Settles when the holder seems to be asleep, so that its place is taken. */
  waitForSilentHolder: (stopped: AbortSignal) => Promise<void>;
}

/**
 * Works while no other tab of this person does. Of a tab that closes or crashes the browser takes the lock itself; from one
 * that sleeps it is stolen. Without locks each tab works: the operation ids keep that harmless.
 * @param work ends when its signal is aborted
 */
export async function runAsOnlySender(
  turn: SenderLockParts,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const { locks, stopped } = turn;
  if (!locks) return work(stopped);
  try {
    while (!stopped.aborted) await holdLockOnce({ ...turn, locks }, work);
  } catch {
    // Some browsers have locks that only fail.
    await work(stopped);
  }
}

async function holdLockOnce(
  { locks, name, stopped, waitForSilentHolder }: SenderLockParts & { locks: SenderLocks },
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const isOver = AbortSignal.any([stopped, lost.signal]);
  const waits = new AbortController();
  const watching = AbortSignal.any([stopped, waits.signal]);
  const hold = async () => {
    waits.abort();
    await work(isOver);
  };
  const queued = locks.request(name, { signal: watching }, hold);
  const stolen = waitForSilentHolder(watching).then(() =>
    watching.aborted ? undefined : locks.request(name, { steal: true }, hold),
  );
  // Whichever of the two is granted ends the other's waiting; a lock that was stolen from us rejects.
  await Promise.all([queued.catch(ignoreAbort), stolen.catch(ignoreAbort)]);
  lost.abort();
}

/** Called off, or stolen from. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
