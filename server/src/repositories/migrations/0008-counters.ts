import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

/**
 * Counts that triggers maintain, so that gateways of this version and of the previous one agree on them.
 * `tallies` has a total for a crud's replies, an author's top-level cruds and a hashtag's uses. A total counts rows, so it
 * includes expired cruds that are not purged yet. A subject without a row has not been counted: readers count its rows.
 */
const tallies = [
  sql`create table tallies (
    kind text not null check (kind in ('replies', 'cruds', 'hashtag')),
    subject text collate "C" not null,
    total bigint not null,
    primary key (kind, subject)
  )`,
  sql`create index tallies_hashtags_by_total on tallies (total desc, subject) where kind = 'hashtag'`,
  // Changes that could not be added to a total without waiting for another transaction.
  sql`create table tally_changes (
    kind text not null,
    subject text collate "C" not null,
    change bigint not null
  )`,
  sql`create index tally_changes_of_subject on tally_changes (kind, subject)`,
  sql`create function count_for_tally(kind text, subject text) returns bigint language sql stable as $$
    select case count_for_tally.kind
      when 'replies' then (select count(*) from activities a where a.reply_to = count_for_tally.subject::uuid)
      when 'cruds' then (select count(*) from activities a
        where a.author = count_for_tally.subject::uuid and a.reply_to is null)
      else (select count(*) from hashtags h where h.hashtag = count_for_tally.subject collate "default")
    end
    $$`,
  // Never waits and so never deadlocks: the transaction that gets a total's advisory lock updates it, and all others insert a
  // change for the next one to add. The second statement must stay separate, because its snapshot must be taken under the
  // locks. Advisory locks are in a small shared table, so one call takes 128 at most. `offset 0` forces a lookup for each
  // subject: cached plans may date from when a table was empty, and would scan all of it for each.
  sql`create function tally(kinds text[], subjects text[], changes bigint[]) returns void language plpgsql
    set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
    as $$
    #variable_conflict use_column
    declare
      held boolean[];
    begin
      select array_agg(case when c.nth <= 128 then pg_try_advisory_xact_lock(hashtextextended(c.kind || ' ' || c.subject, 8))
        else false end order by c.nth) into held
      from unnest(kinds, subjects) with ordinality as c (kind, subject, nth);

      with changed as materialized (
        select c.kind, c.subject, c.change, c.held
        from unnest(kinds, subjects, changes, held) as c (kind, subject, change, held)
      ), left_behind as (
        insert into tally_changes (kind, subject, change)
        select c.kind, c.subject, c.change from changed c where not c.held and c.change <> 0
      ), found as (
        delete from tally_changes t where t.ctid = any(array(
          select i.ctid from changed c cross join lateral (
            select x.ctid from tally_changes x where x.kind = c.kind and x.subject = c.subject collate "C" offset 0
          ) i where c.held
        )) returning t.kind, t.subject, t.change
      )
      insert into tallies (kind, subject, total)
      select c.kind, c.subject, coalesce(
        (select t.total from tallies t where t.kind = c.kind and t.subject = c.subject collate "C") + c.change
          + coalesce((select sum(f.change) from found f where f.kind = c.kind and f.subject = c.subject collate "C"), 0),
        count_for_tally(c.kind, c.subject)
      ) from changed c where c.held
      on conflict (kind, subject) do update set total = excluded.total;

      if 0 > any(changes) then
        delete from tallies t where t.ctid = any(array(
          select i.ctid from unnest(kinds, subjects, held) as c (kind, subject, held) cross join lateral (
            select x.ctid from tallies x where x.kind = c.kind and x.subject = c.subject collate "C" and x.total = 0 offset 0
          ) i where c.held
        ));
      end if;
    end
    $$`,
  sql`create function tally_activities() returns trigger language plpgsql
    set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
    as $$
    declare
      direction bigint := case tg_op when 'INSERT' then 1 else -1 end;
    begin
      if tg_op = 'DELETE' then
        delete from tallies t where t.ctid = any(array(
          select i.ctid from touched cross join lateral (
            select x.ctid from tallies x where x.kind = 'replies' and x.subject = touched.uuid::text collate "C" offset 0
          ) i
        ));
        delete from tally_changes t where t.ctid = any(array(
          select i.ctid from touched cross join lateral (
            select x.ctid from tally_changes x where x.kind = 'replies' and x.subject = touched.uuid::text collate "C" offset 0
          ) i
        ));
      end if;
      perform tally(array_agg(c.kind), array_agg(c.subject), array_agg(c.change)) from (
        select 'replies' as kind, r.reply_to::text as subject, count(*) * direction as change from touched r
        where r.reply_to is not null and exists (select from activities p where p.uuid = r.reply_to) group by r.reply_to
        union all
        select 'cruds', a.author::text, count(*) * direction from touched a where a.reply_to is null group by a.author
      ) c having count(*) > 0;
      return null;
    end
    $$`,
  sql`create function tally_hashtags() returns trigger language plpgsql as $$
    declare
      direction bigint := case tg_op when 'INSERT' then 1 else -1 end;
    begin
      perform tally(array_agg('hashtag'::text), array_agg(c.hashtag), array_agg(c.uses)) from (
        select t.hashtag, count(*) * direction as uses from touched t group by t.hashtag
      ) c having count(*) > 0;
      return null;
    end
    $$`,
  ...['activities', 'hashtags'].flatMap((table) => [
    sql`create trigger ${sql.ref(`${table}_tallied_up`)} after insert on ${sql.table(table)}
      referencing new table as touched for each statement execute function ${sql.ref(`tally_${table}`)}()`,
    sql`create trigger ${sql.ref(`${table}_tallied_down`)} after delete on ${sql.table(table)}
      referencing old table as touched for each statement execute function ${sql.ref(`tally_${table}`)}()`,
  ]),
];

/** The search keys of a display name: its suffixes that begin with a word, in lower case. */
const names = [
  sql`create table people_names (
    name text collate "C" not null,
    person uuid not null references people (sub) on delete cascade,
    primary key (name, person)
  )`,
  sql`create index people_names_of_person on people_names (person)`,
  sql`create function names_from_words(display_name text) returns setof text language sql immutable as $$
    select distinct lower(substr(display_name, place)) from generate_series(1, char_length(display_name)) as s (place)
    where place = 1 or substr(display_name, place - 1, 1) = ' '
    $$`,
  sql`create function index_names() returns trigger language plpgsql as $$
    begin
      delete from people_names n where n.person = new.sub;
      if new.erased_at is null then
        insert into people_names (name, person) select name, new.sub from names_from_words(new.display_name) as words (name);
      end if;
      return null;
    end
    $$`,
  sql`create trigger people_named after insert or update of display_name, erased_at on people
    for each row execute function index_names()`,
];

/** A member's copy of the conversation's head, so that an index finds the conversations with unread messages. */
const unread = [
  sql`alter table group_members add column head bigint`,
  sql`create function copy_head() returns trigger language plpgsql as $$
    begin
      select g.head into new.head from message_groups g where g.uuid = new.message_group;
      return new;
    end
    $$`,
  sql`create trigger group_members_know_head before insert or update on group_members
    for each row execute function copy_head()`,
];

/** Steps that run outside this migration, see complete-counters.ts. */
const progress = [sql`create table completed (step text primary key)`];

export const counters: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { againstWrites: ['people', 'activities', 'hashtags'], against: ['group_members'] });
    for (const statement of [...tallies, ...names, ...unread, ...progress]) await statement.execute(db);
  },
};
