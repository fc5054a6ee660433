import type { CommitResult, Commits } from './commit.ts';
import { isUnavailable } from './store-failures.ts';
import { takeBatch, type PendingWrite } from './pending-writes.ts';

/** So many transactions of this kind are under way at a time: each may wait for a lock, and readers need connections too. */
const DEDICATED_MAX = 4;

/** Carries out what cannot share the commit of everybody, because it may wait or needs more. */
export interface DedicatedCommits {
  enqueue(waiting: PendingWrite): void;
}

export function createDedicatedCommits(
  commits: Pick<Commits, 'commitAlone' | 'commitQueued'>,
): DedicatedCommits {
  let waiting: PendingWrite[] = [];
  /** Those that failed together are tried one by one. */
  const retriedAlone = new WeakSet<PendingWrite>();
  const busyQueues = new Set<string>();
  let running = 0;

  function startNext(): void {
    while (running < DEDICATED_MAX) {
      const first = waiting.find((one) => !isQueueBusy(one));
      if (!first) return;
      void runBatch(removeBatchOf(first));
    }
  }

  function isQueueBusy(one: PendingWrite): boolean {
    const queue = queueOf(one);
    return queue !== undefined && busyQueues.has(queue);
  }

  function removeBatchOf(first: PendingWrite): PendingWrite[] {
    const queue = queueOf(first);
    const sharesQueue = (one: PendingWrite) => queueOf(one) === queue && canShareQueue(one);
    const fits = canShareQueue(first) ? sharesQueue : (one: PendingWrite) => one === first;
    const { taken, left } = takeBatch(waiting, fits);
    waiting = left;
    return taken;
  }

  function canShareQueue(one: PendingWrite): boolean {
    const { request } = one;
    if (retriedAlone.has(one) || request.operation !== null) return false;
    return request.options.key !== undefined && request.options.queue !== undefined;
  }

  async function runBatch(acts: readonly PendingWrite[]): Promise<void> {
    const [first] = acts;
    const queue = first && queueOf(first);
    running += 1;
    if (queue !== undefined) busyQueues.add(queue);
    if (first && acts.length === 1)
      await commits.commitAlone(first.request).then(first.resolve, first.reject);
    else await runQueued(acts);
    if (queue !== undefined) busyQueues.delete(queue);
    running -= 1;
    startNext();
  }

  async function runQueued(acts: readonly PendingWrite[]): Promise<void> {
    try {
      const results = await commits.commitQueued(acts.map(({ request }) => request));
      acts.forEach((one, index) => settleWrite(one, results[index]));
    } catch (error) {
      // What could not be waited for together cannot be waited for one by one either, only much longer.
      if (isUnavailable(error)) acts.forEach(({ reject }) => reject(error));
      else retryEachAlone(acts);
    }
  }

  function settleWrite({ resolve, reject }: PendingWrite, fate: CommitResult | undefined): void {
    if (fate?.is === 'written') resolve(fate.written);
    else reject(fate?.is === 'refused' ? fate.refusal : new Error('an act was left undone'));
  }

  function retryEachAlone(acts: readonly PendingWrite[]): void {
    for (const one of acts) retriedAlone.add(one);
    waiting = [...acts, ...waiting];
  }

  return {
    enqueue(one) {
      waiting.push(one);
      // Those of one commit come one by one, and are to wait together.
      queueMicrotask(startNext);
    },
  };
}

function queueOf({ request }: PendingWrite): string | undefined {
  return request.operation === null ? request.options.queue : undefined;
}
