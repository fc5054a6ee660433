import { randomUUID } from 'node:crypto';
import { BLOCKS_MAX } from '@cruddur/shared';
import type { TestApp } from './test-app.ts';

/** As many people as one person may block, who are blocked. */
export async function fillBlocks({ store, clock }: TestApp, blocker: string): Promise<void> {
  const created_at = clock.now();
  const subs = Array.from({ length: BLOCKS_MAX }, () => randomUUID());
  const people = subs.map((sub, n) => ({
    ...{ sub, handle: `crowd${n}`, display_name: 'Crowd', email: '', created_at },
  }));
  await store.db.insertInto('people').values(people).execute();
  await store.db
    .insertInto('blocks')
    .values(subs.map((blocked) => ({ blocker, blocked, created_at })))
    .execute();
}
