import { setTimeout as delay } from 'node:timers/promises';
import { OverloadRefusal } from '../domain/errors.ts';
import type { WriteRequest, Commits, CommitResult, PlanResult } from './commit.ts';
import { createDedicatedCommits } from './dedicated-commits.ts';
import { createTurnQueue, nextEventLoopTurn } from './turn-queue.ts';
import {
  isOfCrowd,
  isPendingPlan,
  takeBatch,
  type PendingPlan,
  type PendingWrite,
} from './pending-writes.ts';

/** The limit of running and waiting writes; further ones are refused with 503. */
const PENDING_MAX = 1024;
/** The longest pause after a commit; a store that is slower than this does not keep the event loop busy. */
const PAUSE_MAX_MS = 20;

/** Commits a write. @throws OverloadRefusal when too many are waiting; its refusal; whatever its work throws */
export type SubmitWrite = (request: WriteRequest) => Promise<PlanResult>;

export interface BatchWriterOptions {
  nowMs?: () => number;
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * The only writer of a gateway. Each shared commit takes the plans that are waiting; it never waits for further ones. A write
 * without a plan, one that would have to wait, and one whose shared commit failed is committed alone beside it.
 *
 * After a commit with the changes of a crowd, the writer pauses for as long as the commit took. Without the pause their requests
 * and answers fill the event loop, and all reads wait behind them.
 */
export function createBatchWriter(
  commits: Commits,
  { nowMs = () => performance.now(), pause = delay }: BatchWriterOptions = {},
): SubmitWrite {
  const callInTurns = createTurnQueue();
  const dedicatedCommits = createDedicatedCommits(commits, callInTurns);
  let queued: PendingPlan[] = [];
  let open = 0;
  let busy = false;

  async function writeAll(): Promise<void> {
    busy = true;
    while (queued.length > 0) {
      // Lets pending socket input arrive first; an embedded store, which does no I/O, would otherwise never yield to it.
      await nextEventLoopTurn();
      const { batch, rest } = takeBatch(queued);
      queued = rest;
      const startedMs = nowMs();
      const results = await commits.commitShared(batch.map(({ request }) => request)).catch(() => undefined);
      // In the order of the commits, because passing a result on also delivers its events. A retry has no result yet.
      callInTurns(batch.flatMap((write, index) => passOnOrRetry(write, results?.[index])));
      if (isOfCrowd(batch)) await pause(Math.min(nowMs() - startedMs, PAUSE_MAX_MS));
    }
    busy = false;
  }

  function passOnOrRetry(write: PendingWrite, result: CommitResult | undefined): (() => void)[] {
    switch (result?.is) {
      case 'written':
        return [() => write.resolve(result.written)];
      case 'refused':
        return [() => write.reject(result.refusal)];
      case 'retryAlone':
      case undefined:
        dedicatedCommits.enqueue(write);
        return [];
    }
  }

  function enqueue(write: PendingWrite): void {
    if (!isPendingPlan(write)) dedicatedCommits.enqueue(write);
    else {
      queued.push(write);
      if (!busy) void writeAll();
    }
  }

  return async (request) => {
    if (open >= PENDING_MAX) throw new OverloadRefusal();
    open += 1;
    try {
      return await new Promise<PlanResult>((resolve, reject) => enqueue({ request, resolve, reject }));
    } finally {
      open -= 1;
    }
  };
}
