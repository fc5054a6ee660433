import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createLogger } from '../../../server/src/logger.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import { addPeople } from '../../support/add-people.ts';
import { runSql } from '../../support/run-sql.ts';
import { createMigratedDatabase } from '../../support/services/migrated-database.ts';
import { until } from '../../support/until.ts';

const CONNECTIONS = 6;

test.runIf(inject('store') === 'postgres')(
  '[BLOCK-14] a block and a write that locks the same two people one after the other do not wait for each other',
  async () => {
    await using database = await createMigratedDatabase(inject('postgres') ?? '');
    const store = await openPostgres(database.url, createLogger('none'), CONNECTIONS);
    const { db, writeDb, vitalDb } = store;
    const writes = createStore(db, systemClock, { writeDb });
    const [ann, bob, cat] = await addPeople(writes, 3);
    const isWaiting = async () => {
      const query = sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await runSql(vitalDb, query))[0]?.waiting === 1;
    };
    for (const [author, other] of [
      [ann, bob],
      [bob, ann],
      [ann, cat],
      [cat, ann],
    ]) {
      if (!author || !other) throw new Error('a person is missing');
      const lock = (sub: string) => sql`select from people where sub = ${sub}::uuid for key share`;
      const block = () =>
        writes.runChange(async ({ blocks }) => ({
          result: await blocks.add({ blocker: other.sub, blocked: author.sub, at: systemClock.now() }),
          entries: [],
        }));
      const blocked = await db.transaction().execute(async (trx) => {
        await runSql(trx, lock(author.sub));
        const running = block();
        await until(isWaiting, { what: 'the block waits' });
        await runSql(trx, lock(other.sub));
        return { running };
      });
      expect((await blocked.running).result).toBe('added');
    }
    await store.close();
  },
);
