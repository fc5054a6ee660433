import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

/** What changes in the text of commit_plans(): each crud comes with its words. */
const REPLACED = [
  ['others jsonb, waits boolean', 'others jsonb, terms text[], waits boolean'],
  ['from unnest(uuids, actors, messages,', 'from unnest(terms, uuids, actors, messages,'],
  ['as o (uuid, author, message,', 'as o (terms, uuid, author, message,'],
  ['insert into activities (uuid, pos,', 'insert into activities (terms, uuid, pos,'],
  ['select p.uuid, p.pos, p.author', 'select p.terms::tsvector, p.uuid, p.pos, p.author'],
] as const;

/** The search keys of names without accents, which are letters of their own in few names. */
const names = [
  sql`create function fold_name(name text) returns text language sql immutable as $$
    select replace(lower(normalize(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f]+', '', 'g'), NFC)), 'ß', 'ss')
    $$`,
  sql`create or replace function names_from_words(display_name text) returns setof text language sql immutable as $$
    select distinct fold_name(substr(display_name, place)) from generate_series(1, char_length(display_name)) as s (place)
    where place = 1 or substr(display_name, place - 1, 1) = ' '
    $$`,
];

/** The words of a crud for search are made by the program, see `toTerms`; those of existing cruds by `completeCounters`. */
export const searchTerms: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['activities'] });
    await sql`drop trigger activities_address_words on activities`.execute(db);
    await sql`drop function index_addresses, split_addresses`.execute(db);
    await sql`alter table activities drop column words, drop column address_words, add column terms tsvector`.execute(
      db,
    );
    for (const statement of names) await statement.execute(db);
    const { rows } = await sql<{ text: string; signature: string }>`
      select pg_get_functiondef(oid) as text, oid::regprocedure::text as signature from pg_proc where proname = 'commit_plans'`.execute(
      db,
    );
    for (const { text, signature } of rows) {
      const replaced = REPLACED.reduce((before, [from, to]) => before.replace(from, to), text);
      await sql.raw(`drop function ${signature}`).execute(db);
      await sql.raw(replaced).execute(db);
    }
  },
};
