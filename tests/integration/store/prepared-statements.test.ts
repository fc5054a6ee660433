import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { expect, inject, describe, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { PUBLIC_STREAM, userStream } from '../../../server/src/domain/streams.ts';
import { createLogger } from '../../../server/src/logger.ts';
import { createStoreReads } from '../../../server/src/repositories/reads.ts';
import { isUnavailable } from '../../../server/src/repositories/store-failures.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import { createStatementNames } from '../../../server/src/store/statement-names.ts';
import { BUSIEST_AUTHOR, fillStore } from '../../attack/fill-store.ts';
import { queryStore } from '../../support/query-store.ts';
import { openTestStore } from '../../support/test-store.ts';

/** PostgreSQL plans a prepared statement five times with its parameters before it may keep a plan. */
const EXECUTIONS = 15;
/** A statement of PostgreSQL has at most 65,535 parameters. */
const MORE_THAN_PARAMETERS = 66_000;

describe.runIf(inject('store') === 'postgres')('prepared statements', () => {
  it('[QUERY-5] pages of the home feed are planned once per connection', async () => {
    await using opened = await openTestStore();
    await fillStore(opened.store.db, { people: 200, cruds: 1000 });
    // One connection beside the reserved ones.
    const store = await openPostgres(opened.url ?? '', createLogger('none'), 3);
    const reads = createStoreReads(store.db, systemClock);
    const view = { viewer: BUSIEST_AUTHOR, now: systemClock.now(), limit: 50 };
    const before = { place: 5000, uuid: BUSIEST_AUTHOR };
    for (let count = 0; count < EXECUTIONS; count += 1) {
      await reads.activities.readHome({ ...view, before: null });
      await reads.activities.readHome({ ...view, before: { ...before, place: before.place - count } });
      await reads.feedPages.readNewest([BUSIEST_AUTHOR]);
      await reads.feedPages.readOlder([{ viewer: BUSIEST_AUTHOR, before }], view.now);
    }
    const rows = await queryStore<{ generic_plans: number }>(
      store.db,
      "select generic_plans from pg_prepared_statements where statement like '%string_agg%'",
    );
    await store.close();
    expect(rows).toHaveLength(4);
    for (const { generic_plans } of rows) expect(generic_plans).toBeGreaterThan(0);
  });

  it('[QUERY-10] the heads of any number of streams are read by one prepared statement', async () => {
    await using opened = await openTestStore();
    const store = await openPostgres(opened.url ?? '', createLogger('none'), 3);
    const { log } = createStoreReads(store.db, systemClock);
    const streams = Array.from({ length: MORE_THAN_PARAMETERS }, () => userStream(randomUUID()));
    for (let size = 1; size <= EXECUTIONS; size += 1) await log.readHeads(streams.slice(0, size));
    const rows = await queryStore<{ statement: string }>(
      store.db,
      "select statement from pg_prepared_statements where statement like '%from streams%'",
    );
    const heads = await log.readHeads([...streams, PUBLIC_STREAM]);
    await store.close();
    expect(rows).toHaveLength(1);
    expect(heads.size).toBe(streams.length + 1);
  });

  it('[QUERY-6] a migration that changes the result of a prepared statement fails it once, as unavailable', async () => {
    await using opened = await openTestStore();
    const { db } = opened.store;
    await queryStore(db, 'create table changing (id int)');
    const read = () => db.executeQuery(CompiledQuery.raw('select * from changing where id = $1', [1]));
    for (let count = 0; count < EXECUTIONS; count += 1) await read();
    await queryStore(db, 'alter table changing add column name text');
    const failure: unknown = await read().catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
    expect((await read()).rows).toEqual([]);
  });
});

describe('the names of statements', () => {
  it('[QUERY-7] go to repeated texts with parameters, and are bounded', () => {
    const nameStatement = createStatementNames();
    const repeat = (text: string, parameters: unknown[]) =>
      Array.from({ length: 6 }, () => nameStatement(text, parameters)).at(-1);
    expect(repeat('begin', [])).toBeUndefined();
    expect(nameStatement('select $1', [1])).toBeUndefined();
    const names = Array.from({ length: 300 }, (_, index) => repeat(`select $1 + ${index}`, [1]));
    expect(new Set(names.filter((name) => name !== undefined)).size).toBe(200);
    expect(repeat('select $1 + 0', [2])).toBe(names[0]);
    expect(names.at(-1)).toBeUndefined();
  });
});
