import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import { createLease } from '../../../server/src/repositories/lease.ts';
import { expiredTextAge } from '../../../server/src/repositories/expired-text-age.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { addCruds } from '../../support/add-cruds.ts';
import { addPeople } from '../../support/add-people.ts';
import { openTestStore, type TestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;
/** More than PostgreSQL can delete by one statement within its time limit. */
const SLOW = { rows: 130, msPerRow: 40 };

describe('deletion', () => {
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

  it('[PURGE-7] by a gateway of an older version, which relies on a cascade, leaves nothing behind', async () => {
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

  it("[PURGE-4] that exceeds the store's time limit is repeated in smaller batches", async () => {
    await run(`create function slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${SLOW.msPerRow / 1000}); return old; end $$`);
    await run('create trigger slow before delete on activities for each row execute function slow()');
    // An embedded store has no time limit and one connection, so only the result is checked.
    await add(inject('store') === 'postgres' ? SLOW.rows : 20);
    await purgeExpired(opened.store.db, inTwoMinutes());
    expect(await countOf('activities')).toBe(0);
    await run('drop trigger slow on activities');
  });

  it('[PURGE-11] costs one line of the log for each crud, however often the crud was liked', async () => {
    const [uuid = ''] = await add(1);
    await run(`insert into log (stream, seq, tag, kind, ref, at)
      select 'user:${author}', 1000 + n, 'tag', 'activity.mine', '${uuid}', now() from generate_series(1, 3000) n`);
    // The trigger's plan is cached for the size of an earlier batch; statistics end it, as they do in a store in use.
    await run('analyze log');
    const linesRead = await opened.store.db.transaction().execute(async (trx) => {
      const query = async (statement: string) =>
        (await trx.executeQuery<{ lines: number }>(CompiledQuery.raw(statement))).rows;
      await query(`delete from activities where uuid = '${uuid}'`);
      const [row] = await query(`select (seq_tup_read + idx_tup_fetch)::int as lines
        from pg_stat_xact_user_tables where relname = 'log'`);
      return row?.lines;
    });
    expect(linesRead).toBeGreaterThan(0);
    expect(linesRead).toBeLessThanOrEqual(2);
    const kinds = await run(`select distinct kind from log where ref = '${uuid}' order by kind`);
    expect(kinds).toEqual([{ kind: 'activity.mine' }, { kind: 'void' }]);
    await run('delete from log where seq > 1000');
  });

  it('[PURGE-12] but cannot be leaves the others and their replies and likes to be deleted, and is reported', async () => {
    const [slow = '', broken = '', burned = '', reply = '', stuckReply = '', last = ''] = await add(6);
    await run(`update activities set reply_to = '${burned}', expires_at = null
      where uuid in ('${reply}', '${stuckReply}')`);
    await run(`insert into likes (activity, person, created_at) values ('${burned}', '${author}', now())`);
    await run(`delete from activities where uuid = '${burned}'`);
    await run(`create function refuse() returns trigger language plpgsql as $$ begin
      if old.uuid = '${broken}' then raise exception 'broken' using errcode = 'P0001'; end if;
      if old.uuid in ('${slow}', '${stuckReply}') then raise exception 'slow' using errcode = '57014'; end if;
      return old; end $$`);
    await run('create trigger refuse before delete on activities for each row execute function refuse()');
    const left = async () => (await run('select uuid from activities')).map(({ uuid }) => uuid).toSorted();
    await expect(purgeExpired(opened.store.db, inTwoMinutes())).rejects.toMatchObject({ code: '57014' });
    expect(await left()).toEqual([slow, broken, stuckReply].toSorted());
    expect(last).not.toBe('');
    expect(await run('select activity, replies_gone from purge_queue')).toEqual([
      { activity: burned, replies_gone: false },
    ]);
    await run('drop trigger refuse on activities');
    expect(await purgeExpired(opened.store.db, inTwoMinutes())).toBe(3);
    const tables = ['activities', 'likes', 'purge_queue'];
    expect(await Promise.all(tables.map(countOf))).toEqual([0, 0, 0]);
  });

  it('[PURGE-13] counts in the age of expired texts for as long as a reply to it is stored', async () => {
    const [top = '', reply = ''] = await add(2);
    await run(`update activities set reply_to = '${top}' where uuid = '${reply}'`);
    const age = () => expiredTextAge(opened.store.db, new Date());
    await run(`delete from activities where uuid = '${top}'`);
    await run(`update purge_queue set queued_at = queued_at - interval '90 s'`);
    expect(await age()).toBeGreaterThanOrEqual(90);
    await run(`delete from activities where uuid = '${reply}'`);
    expect(await age()).toBe(0);
    await purgeExpired(opened.store.db, new Date());
  });

  it('[PURGE-8] is done by one gateway; another takes over when it stops or does not renew its lease', async () => {
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
    const successor = createLease(db, 'short', MINUTE);
    expect([await short.acquireOrRenew(), await successor.acquireOrRenew()]).toEqual([true, false]);
    await until(() => successor.acquireOrRenew(), { what: 'the lease of the holder that stopped renewing' });
    expect(await short.acquireOrRenew()).toBe(false);
  });
});
