import { Refusal } from '../domain/errors.ts';
import type { WriteRequest, Commits, CommitResult, PlanResult } from './commit.ts';
import { withoutRequest } from '../request-context.ts';
import { createDedicatedCommits } from './dedicated-commits.ts';
import { isPendingPlan, takeBatch, type PendingPlan, type PendingWrite } from './pending-writes.ts';

/** The limit of running and waiting writes; further ones are refused with 503. */
const PENDING_MAX = 1024;
/** Writes that are settled per turn of the event loop, so that their answers do not delay other work. */
const SETTLED_PER_TURN = 4;

/** Commits a write. @throws Refusal generic_503 when too many are waiting; its refusal; whatever its work throws */
export type SubmitWrite = (request: WriteRequest) => Promise<PlanResult>;

/**
 * The only writer of a gateway. Each shared commit takes the plans that are waiting; it never waits for further ones. A write
 * without a plan, one that would have to wait, and one whose shared commit failed is committed alone beside it.
 */
export function createBatchWriter(commits: Commits): SubmitWrite {
  const dedicatedCommits = createDedicatedCommits(commits);
  let queued: PendingPlan[] = [];
  let open = 0;
  let busy = false;
  let settling = false;
  const unsettled: { write: PendingWrite; result: CommitResult }[] = [];

  async function writeAll(): Promise<void> {
    busy = true;
    while (queued.length > 0) {
      await nextEventLoopTurn();
      const { batch, rest } = takeBatch(queued);
      queued = rest;
      const results = await commits.commitShared(batch.map(({ request }) => request)).catch(() => undefined);
      // In the order of the commits, because settling a write also delivers its events.
      unsettled.push(
        ...batch.map((write, index) => ({
          write,
          result: results?.[index] ?? ({ is: 'retryAlone' } as const),
        })),
      );
      if (!settling) void settleAll();
    }
    busy = false;
  }

  async function settleAll(): Promise<void> {
    settling = true;
    while (unsettled.length > 0) {
      for (const { write, result } of unsettled.splice(0, SETTLED_PER_TURN)) settleWrite(write, result);
      if (unsettled.length > 0) await nextEventLoopTurn();
    }
    settling = false;
  }

  function settleWrite(write: PendingWrite, result: CommitResult): void {
    switch (result.is) {
      case 'written':
        write.resolve(result.written);
        return;
      case 'refused':
        write.reject(result.refusal);
        return;
      case 'retryAlone':
        dedicatedCommits.enqueue(write);
    }
  }

  function enqueue(write: PendingWrite): void {
    if (!isPendingPlan(write)) dedicatedCommits.enqueue(write);
    else {
      queued.push(write);
      if (!busy) void withoutRequest(writeAll);
    }
  }

  return async (request) => {
    if (open >= PENDING_MAX) throw new Refusal('generic_503', 1);
    open += 1;
    try {
      return await new Promise<PlanResult>((resolve, reject) => enqueue({ request, resolve, reject }));
    } finally {
      open -= 1;
    }
  };
}

/** Lets pending socket input arrive first; an embedded store, which does no I/O, would otherwise never yield to it. */
function nextEventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
