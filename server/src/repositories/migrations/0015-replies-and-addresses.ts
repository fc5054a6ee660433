import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

/**
 * The number of a crud's replies moves from `tallies` into its row, where every feed reads it. Null means that it has not been
 * counted: readers count the replies, as gateways of the previous version do for a crud without a total in `tallies`.
 */
const replies = [
  sql`alter table activities add column replies_count integer`,
  // Separate, so that existing rows keep null.
  sql`alter table activities alter column replies_count set default 0`,
  // Never waits, like tally(): a row that another transaction has locked gets its change later, from tally_changes. The second
  // statement must stay separate, because its snapshot must be taken under the locks. Only the holder of the row's lock removes
  // the total of the previous version, so for its readers total and changes are right until then, and the counted rows after.
  sql`create function count_replies(parents uuid[], changes bigint[]) returns void language plpgsql
    set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
    as $$
    #variable_conflict use_column
    declare
      held uuid[] := array(select a.uuid from activities a where a.uuid = any(parents) for no key update skip locked);
    begin
      with changed as materialized (
        select c.parent, c.change, c.parent = any(held) as held from unnest(parents, changes) as c (parent, change)
      ), left_behind as (
        insert into tally_changes (kind, subject, change)
        select 'replies', c.parent::text, c.change from changed c where not c.held and c.change <> 0
      ), found as (
        delete from tally_changes t where t.ctid = any(array(
          select i.ctid from changed c cross join lateral (
            select x.ctid from tally_changes x where x.kind = 'replies' and x.subject = c.parent::text collate "C" offset 0
          ) i where c.held
        )) returning t.subject, t.change
      ), replaced as (
        delete from tallies t where t.ctid = any(array(
          select i.ctid from changed c cross join lateral (
            select x.ctid from tallies x where x.kind = 'replies' and x.subject = c.parent::text collate "C" offset 0
          ) i where c.held
        ))
      ), added as (
        select c.parent, c.change
          + coalesce((select sum(f.change) from found f where f.subject = c.parent::text collate "C"), 0) as change
        from changed c where c.held
      )
      update activities a
      set replies_count = coalesce(a.replies_count + n.change, (select count(*) from activities r where r.reply_to = a.uuid))
      from added n where a.uuid = n.parent and (a.replies_count is null or n.change <> 0);
    end
    $$`,
  // As in migration 0008, except for replies, which callers of the previous version still pass.
  sql`create or replace function tally(kinds text[], subjects text[], changes bigint[]) returns void language plpgsql
    set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
    as $$
    #variable_conflict use_column
    declare
      held boolean[];
    begin
      if 'replies' = any(kinds) then
        perform count_replies(array_agg(c.subject::uuid), array_agg(c.change))
          from unnest(kinds, subjects, changes) as c (kind, subject, change) where c.kind = 'replies';
        select array_agg(c.kind), array_agg(c.subject), array_agg(c.change) into kinds, subjects, changes
          from unnest(kinds, subjects, changes) as c (kind, subject, change) where c.kind <> 'replies';
        if kinds is null then
          return;
        end if;
      end if;

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
];

/**
 * The words of a crud with an address, split at the punctuation of addresses: `words` has `www.example.com` as one word. Null for
 * other cruds. The characters are listed, because classes of characters depend on the database's locale.
 */
const addresses = [
  sql`alter table activities add column address_words tsvector`,
  sql`create function split_addresses(message text) returns tsvector language sql immutable as $$
    select to_tsvector('simple', regexp_replace(message, '[-./:?&=#%+~@,;]+', ' ', 'g'))
    $$`,
  sql`create function index_addresses() returns trigger language plpgsql as $$
    begin
      new.address_words := split_addresses(new.message);
      return new;
    end
    $$`,
  sql`create trigger activities_address_words before insert on activities
    for each row when (new.message ~ '[^\\s.][.][^\\s.]') execute function index_addresses()`,
];

export const repliesAndAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['activities'] });
    for (const statement of [...replies, ...addresses]) await statement.execute(db);
  },
};
