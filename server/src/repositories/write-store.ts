import type { Store } from '../domain/ports.ts';
import { createBatchWriter, type BatchWriterOptions } from './batch-writer.ts';
import type { Commits } from './commit.ts';
import { markResultOf } from './planned-events.ts';
import { refuseWhenUnavailable } from './store-failures.ts';

export interface WriteStoreParts extends Pick<Store, 'findEarlierRef' | 'finishBurns'> {
  commits: Commits;
  batching?: BatchWriterOptions;
}

/** Writes by shared and dedicated commits, whatever carries them out. */
export function createWriteStore({ commits, batching, finishBurns, ...parts }: WriteStoreParts): Store {
  const submitWrite = createBatchWriter(commits, batching);
  return {
    finishBurns,

    runOperation: (actor, operation, write) =>
      refuseWhenUnavailable(() => {
        const request = { operation: { actor, operation } };
        return submitWrite(
          typeof write === 'function' ? { ...request, work: write } : { ...request, plan: write },
        );
      }),

    runMark: (plan) =>
      refuseWhenUnavailable(async () => {
        const { facts, envelopes } = await submitWrite({ operation: null, plan });
        if (!facts) throw new Error('A mark was committed without its result.');
        return { result: markResultOf(plan, facts), envelopes };
      }),

    runRead: (plan) =>
      refuseWhenUnavailable(async () => {
        const { facts, envelopes } = await submitWrite({ operation: null, plan });
        return { result: facts?.moved ?? false, envelopes };
      }),

    runChange: (work, { queue } = {}) =>
      refuseWhenUnavailable(async () => {
        let last: Awaited<ReturnType<typeof work>> | undefined;
        const { envelopes } = await submitWrite({
          operation: null,
          queue,
          work: async (unit) => {
            last = await work(unit);
            return { ref: '', entries: last.entries };
          },
        });
        if (!last) throw new Error('A change was committed without running its work.');
        return { result: last.result, envelopes };
      }),

    findEarlierRef: (actor, operation) => refuseWhenUnavailable(() => parts.findEarlierRef(actor, operation)),
  };
}
