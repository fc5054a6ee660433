import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

/**
 * A hashtag's rows get the position of their crud, so that an index has the newest cruds of a hashtag in order. Null until
 * `completeCounters` has copied it, and in rows of gateways that give the position after the hashtags.
 */
const statements = [
  sql`alter table hashtags add column pos bigint`,
  sql`create function place_hashtag() returns trigger language plpgsql as $$
    begin
      new.pos := (select a.pos from activities a where a.uuid = new.activity);
      return new;
    end
    $$`,
  sql`create trigger hashtags_placed before insert on hashtags
    for each row when (new.pos is null) execute function place_hashtag()`,
];

export const placedHashtags: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['hashtags'] });
    for (const statement of statements) await statement.execute(db);
  },
};
