import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Database } from '../../../server/src/repositories/tables.ts';
import { openTestPool } from '../../support/services/test-pool.ts';
import { fillStore, type StoreSize } from './fill-store.ts';
import { typeParsers } from '../../../server/src/store/opened-store.ts';

/** What the triggers of the filled tables write. */
const TRIGGERED_ROWS = [
  `update activities a set replies_count = n.total
    from (select reply_to, count(*) as total from activities where reply_to is not null group by reply_to) n
    where a.uuid = n.reply_to and a.replies_count is distinct from n.total`,
  `insert into tallies (kind, subject, total)
    select 'cruds', author::text, count(*) from activities where reply_to is null group by author
    union all select 'hashtag', hashtag, count(*) from hashtags group by hashtag
    on conflict (kind, subject) do update set total = excluded.total`,
  `insert into people_names (name, person)
    select name, sub from people, names_from_words(display_name) as words (name) on conflict do nothing`,
  `update group_members m set head = g.head from message_groups g
    where g.uuid = m.message_group and m.head is distinct from g.head`,
  // Otherwise both would begin some time later, within the measurement.
  'vacuum (analyze)',
  'checkpoint',
];

/**
 * Fills a PostgreSQL database over a connection without the store's time limits, which filling exceeds, and without triggers,
 * which take most of its time; a superuser may do that.
 */
export async function fillDatabase(connectionString: string, size: StoreSize): Promise<void> {
  const options = '-c session_replication_role=replica';
  await using opened = openTestPool({ connectionString, max: 1, types: typeParsers, options });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: opened.pool }) });
  await fillStore(db as unknown as Parameters<typeof fillStore>[0], size);
  for (const statement of TRIGGERED_ROWS) await db.executeQuery(CompiledQuery.raw(statement));
}
