import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import { createLease } from '../../../server/src/repositories/lease.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { addCruds } from '../../support/add-cruds.ts';
import { addPeople } from '../../support/add-people.ts';
import { openTestStore, type TestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;
/** Longer than PostgreSQL lets a statement run, if all were deleted by one. */
const SLOW = { rows: 130, msPerRow: 40 };

describe('what is deleted', () => {
  let opened: TestStore;
  let author: string;
  beforeAll(async () => {
    opened = await openTestStore();
    const [ann] = await addPeople(createStore(opened.store.db, systemClock), 1);
    author = ann?.sub ?? '';
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const run = async (statement: string) =>
    (await opened.store.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement))).rows;
  const countOf = async (table: string) => {
    const [row] = await run(`select count(*)::int as rows from ${table}`);
    return row?.rows;
  };
  const add = (count: number, clock = createTestClock(systemClock)) =>
    addCruds({ store: opened.store, clock }, { author, count, textOf: String, lifetimeMs: () => MINUTE });
  const inTwoMinutes = () => new Date(Date.now() + 2 * MINUTE);

  it('[PURGE-7] by an older gateway, which relies on a cascade, leaves nothing either', async () => {
    const [top = '', middle = '', last = ''] = await add(3);
    await run(`update activities set reply_to = '${top}' where uuid = '${middle}'`);
    await run(`update activities set reply_to = '${middle}' where uuid = '${last}'`);
    await run(`insert into likes (activity, person, created_at)
      select uuid, '${author}', now() from activities`);
    await run(`insert into notifications (uuid, recipient, activity, reason, actor, created_at)
      select gen_random_uuid(), '${author}', uuid, 'like', '${author}', now() from activities`);
    await run(`delete from activities where uuid = '${top}'`);
    expect(await purgeExpired(opened.store.db, new Date())).toBe(2);
    const tables = ['activities', 'likes', 'notifications', 'purge_queue'];
    expect(await Promise.all(tables.map(countOf))).toEqual([0, 0, 0, 0]);
    expect(await countOf('burned')).toBe(3);
  });

  it('[PURGE-4] so slowly that the store cuts it off is deleted all the same, in smaller batches', async () => {
    await run(`create function slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${SLOW.msPerRow / 1000}); return old; end $$`);
    await run('create trigger slow before delete on activities for each row execute function slow()');
    // An embedded store has no time limit and one connection; there it is enough that all goes.
    await add(inject('store') === 'postgres' ? SLOW.rows : 20);
    await purgeExpired(opened.store.db, inTwoMinutes());
    expect(await countOf('activities')).toBe(0);
    await run('drop trigger slow on activities');
  });

  it('[PURGE-8] goes by one gateway; another takes over when that one stops or is silent', async () => {
    const { db } = opened.store;
    const [one, other] = [createLease(db, 'test', MINUTE), createLease(db, 'test', MINUTE)];
    expect([await one.acquireOrRenew(), await other.acquireOrRenew(), await one.acquireOrRenew()]).toEqual([
      true,
      false,
      true,
    ]);
    await other.release();
    expect(await other.acquireOrRenew()).toBe(false);
    await one.release();
    expect([await other.acquireOrRenew(), await one.acquireOrRenew()]).toEqual([true, false]);
    const short = createLease(db, 'short', 200);
    const heir = createLease(db, 'short', MINUTE);
    expect([await short.acquireOrRenew(), await heir.acquireOrRenew()]).toEqual([true, false]);
    await until(() => heir.acquireOrRenew(), { what: 'the silent holder is succeeded' });
    expect(await short.acquireOrRenew()).toBe(false);
  });
});
