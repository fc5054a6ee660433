import { Refusal } from '../domain/errors.ts';
import type { WriteResult } from '../domain/ports.ts';
import type { WriteRequest, Commits, CommitResult } from './commit.ts';
import { withoutRequest } from '../request-context.ts';
import { createDedicatedCommits } from './dedicated-commits.ts';
import { takeBatch, type PendingWrite } from './pending-writes.ts';

/** So many are under way or waiting; who comes then is asked to come again. */
const PENDING_MAX = 1024;
/** So many are answered in one turn of the event loop: each answer may bring the next call, and others have to get through. */
const SETTLED_PER_TURN = 4;

/** Carries out acts. @throws Refusal generic_503 when too many are waiting; whatever an act refuses */
export type SubmitWrite = (act: WriteRequest) => Promise<WriteResult>;

/**
 * The one writer of a gateway. It commits what waits together and then what has come meanwhile, and never waits for
 * company that has not come. What is unfit for company, or was in it when something failed, gets a transaction of its own
 * beside it.
 */
export function createBatchWriter(commits: Commits): SubmitWrite {
  const dedicatedCommits = createDedicatedCommits(commits);
  let queued: PendingWrite[] = [];
  let open = 0;
  let busy = false;
  let settling = false;
  const unsettled: { waiting: PendingWrite; fate: CommitResult }[] = [];

  async function writeAll(): Promise<void> {
    busy = true;
    while (queued.length > 0) {
      await nextEventLoopTurn();
      const { taken, left } = takeBatch(queued);
      queued = left;
      const results = await commits.commitShared(taken.map(({ request }) => request)).catch(() => undefined);
      // In the order of the commits, because what is answered is also delivered.
      unsettled.push(
        ...taken.map((waiting, index) => ({ waiting, fate: results?.[index] ?? ({ is: 'unfit' } as const) })),
      );
      if (!settling) void settleAll();
    }
    busy = false;
  }

  async function settleAll(): Promise<void> {
    settling = true;
    while (unsettled.length > 0) {
      for (const { waiting, fate } of unsettled.splice(0, SETTLED_PER_TURN)) settleWrite(waiting, fate);
      if (unsettled.length > 0) await nextEventLoopTurn();
    }
    settling = false;
  }

  function settleWrite(waiting: PendingWrite, fate: CommitResult): void {
    switch (fate.is) {
      case 'written':
        waiting.resolve(fate.written);
        return;
      case 'refused':
        waiting.reject(fate.refusal);
        return;
      case 'unfit':
        dedicatedCommits.enqueue(waiting);
    }
  }

  function enqueue(waiting: PendingWrite): void {
    if (waiting.request.operation === null && waiting.request.options.key === undefined)
      dedicatedCommits.enqueue(waiting);
    else {
      queued.push(waiting);
      if (!busy) void withoutRequest(writeAll);
    }
  }

  return async (act) => {
    if (open >= PENDING_MAX) throw new Refusal('generic_503', 1);
    open += 1;
    try {
      return await new Promise<WriteResult>((resolve, reject) => enqueue({ request: act, resolve, reject }));
    } finally {
      open -= 1;
    }
  };
}

/** What lies in the sockets has come too. And an embedded store, which waits for nothing, would never let it in. */
function nextEventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
