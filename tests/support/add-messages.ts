import { randomUUID } from 'node:crypto';
import { createCommits, type PlanRequest } from '../../server/src/repositories/commit.ts';
import type { TestApp } from './test-app.ts';

export interface MessageBatch {
  group: string;
  /** Its two members, who write alternately, three messages each. */
  members: readonly [string, string];
  count: number;
  /** The texts by number, from 0. */
  textOf: (index: number) => string;
}

/** The number of rows in one transaction. */
const BATCH = 500;
const MESSAGES_PER_TURN = 3;

/** Writes messages directly into the store, as if they had just been sent one after the other. */
export async function addMessages(
  { store, clock }: Pick<TestApp, 'store' | 'clock'>,
  batch: MessageBatch,
): Promise<void> {
  const commits = createCommits(store.db, clock);
  for (let from = 0; from < batch.count; from += BATCH) {
    const requests = Array.from({ length: Math.min(BATCH, batch.count - from) }, (_, index) =>
      requestOf(batch, from + index, clock.now()),
    );
    await commits.commitQueued(requests);
  }
}

function requestOf({ group, members, textOf }: MessageBatch, index: number, now: Date): PlanRequest {
  const [first, second] = members;
  return {
    plan: {
      is: 'message',
      uuid: randomUUID(),
      author: Math.floor(index / MESSAGES_PER_TURN) % 2 === 0 ? first : second,
      message: textOf(index),
      created_at: now,
      to: { conversation: group },
      startLimits: null,
    },
    operation: null,
  };
}
