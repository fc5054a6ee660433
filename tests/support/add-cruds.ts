import { randomUUID } from 'node:crypto';
import type { LogEntry } from '../../server/src/domain/streams.ts';
import { PUBLIC_STREAM } from '../../server/src/domain/streams.ts';
import { createStore } from '../../server/src/repositories/store.ts';
import type { TestApp } from './test-app.ts';

export interface CrudBatch {
  /** Their author. */
  author: string;
  count: number;
  /** The texts by number, from 0. */
  textOf: (index: number) => string;
  /** The age of each, in milliseconds; default 0. */
  ageMs?: number;
  /** The lifetime of each, in milliseconds; default a week. */
  lifetimeMs?: (index: number) => number;
}

const WEEK_MS = 7 * 86_400_000;
/** The number of rows in one transaction. */
const BATCH = 500;

/** Writes cruds directly into the store, as if they were posted one after the other. @returns their uuids, oldest first */
export async function addCruds(
  { store, clock }: Pick<TestApp, 'store' | 'clock'>,
  cruds: CrudBatch,
): Promise<string[]> {
  const { author, count, textOf, ageMs = 0, lifetimeMs = () => WEEK_MS } = cruds;
  const writing = createStore(store.db, clock);
  const rows = Array.from({ length: count }, (_, index) => {
    const created_at = new Date(clock.now().getTime() - ageMs);
    const expires_at = new Date(created_at.getTime() + lifetimeMs(index));
    return {
      uuid: randomUUID(),
      author,
      message: textOf(index),
      hashtags: [],
      created_at,
      expires_at,
      reply_to: null,
    };
  });
  for (let from = 0; from < count; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    await writing.runChange(async (unit) => {
      for (const row of batch) await unit.activities.insert(row);
      const entries = batch.map(({ uuid }): LogEntry => ({
        stream: PUBLIC_STREAM,
        kind: 'activity.created',
        ref: uuid,
      }));
      return { result: null, entries };
    });
  }
  return rows.map(({ uuid }) => uuid);
}
