import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // Runs once per row of an operation, like or repost, so it must be cheap: converting the row to JSON took most of its time.
  sql`create function refuse_erased_actor() returns trigger language plpgsql as $$
    begin
      perform from people p where p.sub = new.actor and p.erased_at is null for key share;
      if not found then
        raise exception 'an erased person acts' using errcode = 'ERASD';
      end if;
      return new;
    end
    $$`,
  sql`create or replace trigger op_refuses_erased before insert on op
    for each row execute function refuse_erased_actor()`,
  // The total of an author's cruds is needed by few reads, so a new crud only leaves a change for it, which foldTallies() adds.
  sql`create or replace function tally_activities() returns trigger language plpgsql
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
      perform tally(array_agg(c.kind), array_agg(c.subject), array_agg(c.change)) from (
        select 'replies' as kind, r.reply_to::text as subject, -count(*) as change from touched r
        where r.reply_to is not null and exists (select from activities p where p.uuid = r.reply_to) group by r.reply_to
        union all
        select 'cruds', a.author::text, -count(*) from touched a where a.reply_to is null group by a.author
      ) c having count(*) > 0;
      return null;
    end
    $$`,
];

export const cheaperTriggers: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { againstWrites: ['op'] });
    for (const statement of statements) await statement.execute(db);
  },
};
