import { randomUUID } from 'node:crypto';
import { createCommits, type PlanRequest } from '../../server/src/repositories/commit.ts';
import type { TestApp } from './test-app.ts';

export interface CrudBatch {
  /** Their author, or authors who take turns: home folds many cruds in a row by one person. */
  author: string | readonly string[];
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
  const authors = [author].flat();
  const commits = createCommits(store.db, clock);
  const uuids = Array.from({ length: count }, () => randomUUID());
  const requests = uuids.map((uuid, index): PlanRequest => {
    const created_at = new Date(clock.now().getTime() - ageMs);
    const expires_at = new Date(created_at.getTime() + lifetimeMs(index));
    const message = textOf(index);
    const by = authors[index % authors.length] ?? '';
    const texts = { message, hashtags: [], mentions: [] };
    return {
      plan: { is: 'crud', uuid, author: by, ...texts, created_at, expires_at, reply_to: null },
      operation: null,
    };
  });
  for (let from = 0; from < count; from += BATCH) {
    await commits.commitQueued(requests.slice(from, from + BATCH));
  }
  return uuids;
}
