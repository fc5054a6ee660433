import type { CommitResult, Commits } from './commit.ts';
import { isUnavailable } from './store-failures.ts';
import type { CallInTurns } from './turn-queue.ts';
import { isPendingPlan, takeBatch, type PendingPlan, type PendingWrite } from './pending-writes.ts';

/** Concurrent dedicated transactions: each may wait for a lock, and readers need connections too. */
const DEDICATED_MAX = 4;

/** Commits writes that do not fit the gateway's shared commit, because they may wait for locks or have statements of their own. */
export interface DedicatedCommits {
  enqueue(write: PendingWrite): void;
}

export function createDedicatedCommits(
  commits: Pick<Commits, 'commitAlone' | 'commitQueued'>,
  callInTurns: CallInTurns,
): DedicatedCommits {
  let waiting: PendingWrite[] = [];
  /** Writes of a failed batch, which are retried one by one. */
  const retriedAlone = new WeakSet<PendingWrite>();
  const busyQueues = new Set<string>();
  let running = 0;

  function startNext(): void {
    while (running < DEDICATED_MAX) {
      const first = waiting.find((write) => !isQueueBusy(write));
      if (!first) return;
      void runBatch(removeBatchOf(first));
    }
  }

  function isQueueBusy(write: PendingWrite): boolean {
    const queue = queueOf(write);
    return queue !== undefined && busyQueues.has(queue);
  }

  function removeBatchOf(first: PendingWrite): PendingWrite[] {
    const queue = queueOf(first);
    if (!canShareQueue(first)) {
      waiting = waiting.filter((write) => write !== first);
      return [first];
    }
    const { batch, rest } = takeBatch(waiting, (write) => queueOf(write) === queue && canShareQueue(write));
    waiting = rest;
    return batch;
  }

  function canShareQueue(write: PendingWrite): boolean {
    return isPendingPlan(write) && queueOf(write) !== undefined && !retriedAlone.has(write);
  }

  async function runBatch(batch: readonly PendingWrite[]): Promise<void> {
    const [first] = batch;
    const queue = first && queueOf(first);
    running += 1;
    if (queue !== undefined) busyQueues.add(queue);
    if (first && batch.length === 1)
      await commits.commitAlone(first.request).then(first.resolve, first.reject);
    else await runQueued(batch.filter(isPendingPlan));
    if (queue !== undefined) busyQueues.delete(queue);
    running -= 1;
    startNext();
  }

  async function runQueued(batch: readonly PendingPlan[]): Promise<void> {
    try {
      const results = await commits.commitQueued(batch.map(({ request }) => request));
      callInTurns(batch.map((write, index) => () => settleWrite(write, results[index])));
    } catch (error) {
      // A lock that the batch could not get is not free for its writes either, and retries would only wait longer.
      if (isUnavailable(error)) batch.forEach(({ reject }) => reject(error));
      else retryEachAlone(batch);
    }
  }

  function settleWrite({ resolve, reject }: PendingWrite, result: CommitResult | undefined): void {
    if (result?.is === 'written') resolve(result.written);
    else
      reject(
        result?.is === 'refused'
          ? result.refusal
          : new Error('A dedicated commit left a write without a result.'),
      );
  }

  function retryEachAlone(batch: readonly PendingWrite[]): void {
    for (const write of batch) retriedAlone.add(write);
    waiting = [...batch, ...waiting];
  }

  return {
    enqueue(write) {
      waiting.push(write);
      // Writes of one shared commit are enqueued one by one in the same task, and should form one batch.
      queueMicrotask(startNext);
    },
  };
}

/** Writes of one queue wait for the same row. */
function queueOf({ request }: PendingWrite): string | undefined {
  if ('work' in request) return request.queue;
  return request.plan.is === 'mark' ? request.plan.activity : undefined;
}
