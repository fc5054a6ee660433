import { randomUUID } from 'node:crypto';
import { systemClock } from '../../server/src/domain/clock.ts';
import { userStream, type LogEntry } from '../../server/src/domain/streams.ts';
import { createStore } from '../../server/src/repositories/store.ts';
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
export async function addMessages({ store }: Pick<TestApp, 'store'>, batch: MessageBatch): Promise<void> {
  const writing = createStore(store.db, systemClock);
  for (let from = 0; from < batch.count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, batch.count - from) }, (_, index) =>
      rowOf(batch, from + index),
    );
    await writing.runChange(async (unit) => {
      for (const row of rows) await unit.messages.insert(row);
      const entries = rows.flatMap(({ uuid }) =>
        batch.members.map((sub): LogEntry => ({
          stream: userStream(sub),
          kind: 'message.created',
          ref: uuid,
        })),
      );
      return { result: null, entries };
    });
  }
}

function rowOf({ group, members, textOf }: MessageBatch, index: number) {
  const [first, second] = members;
  return {
    uuid: randomUUID(),
    message_group: group,
    author: Math.floor(index / MESSAGES_PER_TURN) % 2 === 0 ? first : second,
    message: textOf(index),
    created_at: systemClock.now(),
  };
}
