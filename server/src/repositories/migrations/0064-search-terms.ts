import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

/** How the text of commit_plans() differs from that of the version before: each crud comes with its words. */
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

const terms = [
  sql`alter table activities add column terms tsvector`,
  // Cruds of gateways of the version before, which have the columns "words" and "address_words" for their searches.
  sql`create function index_terms() returns trigger language plpgsql as $$
    begin
      new.terms := to_tsvector('simple', new.message);
      return new;
    end
    $$`,
  sql`create trigger activities_terms before insert on activities
    for each row when (new.terms is null) execute function index_terms()`,
  sql`drop index if exists activities_words, activities_addresses`,
];

/** The words of a crud for search are made by the program, see `toTerms`; those of existing cruds by `completeCounters`. */
export const searchTerms: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['activities'] });
    for (const statement of [...terms, ...names]) await statement.execute(db);
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef(oid) as text from pg_proc where proname = 'commit_plans' and pronargs = 14`.execute(
      db,
    );
    for (const { text } of rows)
      await sql.raw(REPLACED.reduce((before, [from, to]) => before.replace(from, to), text)).execute(db);
  },
};
