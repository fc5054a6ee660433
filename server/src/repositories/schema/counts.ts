/**
 * Counts that triggers maintain. A crud's replies are counted in its row, where every feed reads them; `tallies` has a total for an
 * author's top-level cruds and a hashtag's uses. A count is one of rows, so it includes expired cruds that are not purged yet. A
 * subject without a row in `tallies` has not been counted: readers count its rows.
 */
export const counts = String.raw`
create table tallies (
  kind text not null check (kind in ('cruds', 'hashtag')),
  subject text collate "C" not null,
  total bigint not null,
  primary key (kind, subject)
);
create index tallies_hashtags_by_total on tallies (total desc, subject) where kind = 'hashtag';

-- Changes that could not be added to a count without waiting for another transaction; those of replies are of kind 'replies'.
create table tally_changes (
  kind text not null,
  subject text collate "C" not null,
  change bigint not null
);
create index tally_changes_of_subject on tally_changes (kind, subject);

create function count_for_tally(kind text, subject text) returns bigint language sql stable as $$
  select case count_for_tally.kind
    when 'cruds' then (select count(*) from activities a
      where a.author = count_for_tally.subject::uuid and a.reply_to is null)
    else (select count(*) from hashtags h where h.hashtag = count_for_tally.subject collate "default")
  end
  $$;

-- Never waits, like add_to_tallies(): a row that another transaction has locked gets its change later, from tally_changes. The second
-- statement must stay separate, because its snapshot must be taken under the locks.
create function count_replies(parents uuid[], changes bigint[]) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
  as $$
  #variable_conflict use_column
  declare
    held uuid[] := array(select a.uuid from activities a where a.uuid = any(parents) for no key update skip locked);
  begin
    with changed as materialized (
      select c.parent, c.change, c.parent = any(held) as held from unnest(parents, changes) as c (parent, change)
    ), deferred_changes as (
      insert into tally_changes (kind, subject, change)
      select 'replies', c.parent::text, c.change from changed c where not c.held and c.change <> 0
    ), collected_changes as (
      delete from tally_changes t where t.ctid = any(array(
        select i.ctid from changed c cross join lateral (
          select x.ctid from tally_changes x where x.kind = 'replies' and x.subject = c.parent::text collate "C" offset 0
        ) i where c.held
      )) returning t.subject, t.change
    ), totals as (
      select c.parent, c.change
        + coalesce((select sum(f.change) from collected_changes f where f.subject = c.parent::text collate "C"), 0) as change
      from changed c where c.held
    )
    update activities a set replies_count = a.replies_count + n.change
    from totals n where a.uuid = n.parent and n.change <> 0;
  end
  $$;

-- Never waits and so never deadlocks: the transaction that gets a total's advisory lock updates it, and all others insert a change
-- for the next one to add. The statement after the locks must stay separate, because its snapshot must be taken under them. Advisory
-- locks are in a small shared table, so one call takes 128 at most. An offset of 0 forces a lookup for each subject: cached plans may
-- date from when a table was empty, and would scan all of it for each.
create function add_to_tallies(kinds text[], subjects text[], changes bigint[]) returns void language plpgsql
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
    ), deferred_changes as (
      insert into tally_changes (kind, subject, change)
      select c.kind, c.subject, c.change from changed c where not c.held and c.change <> 0
    ), collected_changes as (
      delete from tally_changes t where t.ctid = any(array(
        select i.ctid from changed c cross join lateral (
          select x.ctid from tally_changes x where x.kind = c.kind and x.subject = c.subject collate "C" offset 0
        ) i where c.held
      )) returning t.kind, t.subject, t.change
    )
    insert into tallies (kind, subject, total)
    select c.kind, c.subject, coalesce(
      (select t.total from tallies t where t.kind = c.kind and t.subject = c.subject collate "C") + c.change
        + coalesce((select sum(f.change) from collected_changes f where f.kind = c.kind and f.subject = c.subject collate "C"), 0),
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
  $$;

-- The total of an author's cruds is needed by few reads, so a new crud only leaves a change for it, which foldTallies() adds.
create function tally_activities() returns trigger language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
  as $$
  declare
    parents uuid[];
    changes bigint[];
  begin
    if tg_op = 'INSERT' then
      with top as (
        insert into tally_changes (kind, subject, change)
        select 'cruds', a.author::text, count(*) from touched a where a.reply_to is null group by a.author
      )
      select array_agg(r.reply_to), array_agg(r.replies) into parents, changes from (
        select t.reply_to, count(*) as replies from touched t
        where t.reply_to is not null and exists (select from activities p where p.uuid = t.reply_to) group by t.reply_to
      ) r;
      if parents is not null then
        perform count_replies(parents, changes);
      end if;
      return null;
    end if;
    delete from tally_changes t where t.ctid = any(array(
      select i.ctid from touched cross join lateral (
        select x.ctid from tally_changes x where x.kind = 'replies' and x.subject = touched.uuid::text collate "C" offset 0
      ) i
    ));
    perform add_to_tallies(array_agg(c.kind), array_agg(c.subject), array_agg(c.change)) from (
      select 'replies' as kind, r.reply_to::text as subject, -count(*) as change from touched r
      where r.reply_to is not null and exists (select from activities p where p.uuid = r.reply_to) group by r.reply_to
      union all
      select 'cruds', a.author::text, -count(*) from touched a where a.reply_to is null group by a.author
    ) c having count(*) > 0;
    return null;
  end
  $$;
create trigger activities_tallied_up after insert on activities
  referencing new table as touched for each statement execute function tally_activities();
create trigger activities_tallied_down after delete on activities
  referencing old table as touched for each statement execute function tally_activities();

create function tally_hashtags() returns trigger language plpgsql as $$
  declare
    direction bigint := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    perform add_to_tallies(array_agg('hashtag'::text), array_agg(c.hashtag), array_agg(c.uses)) from (
      select t.hashtag, count(*) * direction as uses from touched t group by t.hashtag
    ) c having count(*) > 0;
    return null;
  end
  $$;
create trigger hashtags_tallied_up after insert on hashtags
  referencing new table as touched for each statement execute function tally_hashtags();
create trigger hashtags_tallied_down after delete on hashtags
  referencing old table as touched for each statement execute function tally_hashtags();
`;
