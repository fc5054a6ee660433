import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

// As in migration 0017, except for suspended people. The refusal of a trigger would fail the commit of all others, and there is none for
// a mark that is removed.
const marks = sql`create or replace function write_marks(marks jsonb, settled int[], waits boolean, written_at timestamptz)
  returns table (place int, outcome text, ref text, author uuid, facts jsonb, entries jsonb)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    cruds uuid[] := array(select distinct (m.value ->> 'activity')::uuid from jsonb_array_elements(marks) as m (value));
    people uuid[] := array(select distinct (m.value ->> 'person')::uuid from jsonb_array_elements(marks) as m (value));
    erased uuid[];
    suspended_people uuid[];
    changed int[];
    notified jsonb := '{}';
  begin
    -- The lock of an update from the start, because upgrading a weaker lock later could wait for other transactions.
    if waits then
      perform from activities a where a.uuid = any(cruds) order by a.uuid for no key update;
      perform from people p where p.sub = any(people) for key share;
    end if;
    cruds := array(select a.uuid from activities a where a.uuid = any(cruds) order by a.uuid
      for no key update skip locked);
    select coalesce(array_agg(p.sub), '{}'), coalesce(array_agg(p.sub) filter (where p.erased_at is not null), '{}'),
        coalesce(array_agg(p.sub) filter (where p.suspended), '{}')
      into people, erased, suspended_people
      from (
        select p.sub, p.erased_at, p.suspended from people p where p.sub = any(people) for key share skip locked
      ) p;

    with asked as (
      select m.*, m.activity || ' ' || m.person as key
      from jsonb_to_recordset(marks) as m (place int, mark text, is_set boolean, activity uuid, person uuid, created_at timestamptz)
      join activities a on a.uuid = m.activity
      where m.place <> all(settled) and m.activity = any(cruds) and m.person = any(people)
        and m.person <> all(suspended_people) and (m.person <> all(erased) or not m.is_set)
        and coalesce(a.expires_at > written_at, true)
    ), liked as (
      insert into likes (activity, person, created_at)
      select m.activity, m.person, m.created_at from asked m where m.mark = 'like' and m.is_set
      on conflict do nothing returning activity, person
    ), reposted as (
      insert into reposts (activity, person, created_at, pos)
      select m.activity, m.person, m.created_at, (select s.head from streams s where s.id = 'public')
      from asked m where m.mark = 'repost' and m.is_set
      on conflict do nothing returning activity, person
    ), unliked as (
      delete from likes k using asked m
      where m.mark = 'like' and not m.is_set and k.activity = m.activity and k.person = m.person
      returning k.activity, k.person
    ), unreposted as (
      delete from reposts k using asked m
      where m.mark = 'repost' and not m.is_set and k.activity = m.activity and k.person = m.person
      returning k.activity, k.person
    ), changes as (
      select 'like' as mark, 1 as by, activity, person from liked
      union all select 'like', -1, activity, person from unliked
      union all select 'repost', 1, activity, person from reposted
      union all select 'repost', -1, activity, person from unreposted
    ), counted as (
      update activities a set likes_count = a.likes_count + n.likes, reposts_count = a.reposts_count + n.reposts,
        version = a.version + n.changes
      from (
        select c.activity, coalesce(sum(c.by) filter (where c.mark = 'like'), 0) as likes,
          coalesce(sum(c.by) filter (where c.mark = 'repost'), 0) as reposts, count(*) as changes
        from changes c group by c.activity
      ) n where a.uuid = n.activity
    ), unnotified as (
      delete from notifications n using changes c
      where c.by < 0 and n.activity = c.activity and n.actor = c.person and n.reason = c.mark
    )
    select coalesce(array_agg(m.place), '{}') into changed
    from asked m join changes c on c.mark = m.mark and c.activity = m.activity and c.person = m.person;

    if changed <> '{}' and marks @? '$[*] ? (@.is_set == true)' then
      with first as (
        select distinct on (m.activity, m.mark) m.*, a.author
        from jsonb_to_recordset(marks) as m (place int, mark text, is_set boolean, activity uuid, person uuid,
          created_at timestamptz, notified_since timestamptz)
        join activities a on a.uuid = m.activity
        where m.place = any(changed) and m.is_set and m.person <> a.author
        order by m.activity, m.mark, m.place
      ), made as (
        insert into notifications (uuid, recipient, activity, reason, actor, created_at)
        select gen_random_uuid(), f.author, f.activity, f.mark, f.person, f.created_at from first f
        where not exists (select from notifications n where n.recipient = f.author and n.activity = f.activity
          and n.reason = f.mark and n.created_at > f.notified_since)
        on conflict do nothing returning uuid, recipient, activity, reason
      )
      select coalesce(jsonb_object_agg(f.place, jsonb_build_object('stream', 'user:' || m.recipient,
          'kind', 'notification.created', 'ref', m.uuid)), '{}') into notified
      from made m join first f on f.activity = m.activity and f.mark = m.reason;
    end if;

    return query
      select m.place, case
          when m.activity <> all(cruds) and not waits then 'retryAlone'
          when m.activity <> all(cruds) and not exists (select from burned b where b.uuid = m.activity)
            then 'activity_not_found'
          when m.activity <> all(cruds) or a.expires_at <= written_at then 'activity_expired'
          when m.person <> all(people) or (m.person = any(erased) and m.is_set)
            then case when waits then 'generic_401' else 'retryAlone' end
          when m.person = any(suspended_people) then 'account_suspended'
          else 'written'
        end, '', null::uuid,
        jsonb_build_object('changed', m.place = any(changed), 'likes_count', a.likes_count, 'reposts_count', a.reposts_count,
          'liked', exists (select from likes k where k.activity = m.activity and k.person = m.person),
          'reposted', exists (select from reposts k where k.activity = m.activity and k.person = m.person)),
        case when m.place <> all(changed) then '[]' else
          case when notified ? m.place::text then jsonb_build_array(notified -> m.place::text) else '[]' end
          || jsonb_build_object('stream', 'user:' || m.person, 'kind', 'activity.mine', 'ref', m.activity) end
      from jsonb_to_recordset(marks) as m (place int, mark text, is_set boolean, activity uuid, person uuid)
      left join activities a on a.uuid = m.activity
      where m.place <> all(settled);
  end
  $$`;

// As in migration 0044, except for suspended people. What they read before is still announced.
const reads = sql`create or replace function write_reads(reads jsonb, settled int[], waits boolean, written_at timestamptz)
  returns table (place int, outcome text, ref text, author uuid, facts jsonb, entries jsonb)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    groups uuid[] := array(select (r.value ->> 'message_group')::uuid from jsonb_array_elements(reads) as r (value));
    readers uuid[] := array(select distinct (r.value ->> 'reader')::uuid from jsonb_array_elements(reads) as r (value)
      where not (r.value ->> 'is_announced')::boolean);
    suspended_readers uuid[];
    moved int[];
  begin
    -- The members before their conversations, as in write_messages().
    if waits then
      perform from people p where p.sub = any(readers) for key share;
      perform from message_groups g where g.uuid = any(groups) order by g.uuid for no key update;
    end if;
    select coalesce(array_agg(p.sub), '{}'), coalesce(array_agg(p.sub) filter (where p.suspended), '{}')
      into readers, suspended_readers
      from (select p.sub, p.suspended from people p where p.sub = any(readers) for key share skip locked) p;
    groups := array(select g.uuid from message_groups g where g.uuid = any(groups) for no key update skip locked);

    with made as (
      update group_members g set read_pos = m.pos
      from jsonb_to_recordset(reads) as r (place int, message_group uuid, reader uuid, up_to uuid)
      join messages m on m.uuid = r.up_to and m.message_group = r.message_group
      where g.message_group = r.message_group and g.person = r.reader and g.message_group = any(groups)
        and r.place <> all(settled) and g.read_pos < m.pos and m.pos > g.hidden_pos
        and r.reader = any(readers) and r.reader <> all(suspended_readers)
      returning r.place
    )
    select coalesce(array_agg(m.place), '{}') into moved from made m;

    return query
      select r.place, case
          when not r.is_announced and r.reader <> all(readers) then
            case when waits then 'generic_401' else 'retryAlone' end
          when not r.is_announced and r.reader = any(suspended_readers) then 'account_suspended'
          when g.uuid is not null then 'written'
          when not waits then 'retryAlone'
          -- A conversation can end while its mark waits to be announced.
          when r.is_announced then 'written'
          else 'message_group_not_found'
        end, '', null::uuid, jsonb_build_object('moved', r.place = any(moved)),
        case when r.is_announced and g.uuid is not null then (
          select jsonb_agg(
            jsonb_build_object('stream', 'user:' || m.person, 'kind', 'read.updated', 'ref', g.uuid || '/' || r.reader)
            order by m.place)
          from (values (1, g.person_a), (2, g.person_b)) as m (place, person)
          where m.person = r.reader
            or (g.requested_by is null and not is_blocked_between(g.person_a, g.person_b)
              and (select bool_and(p.shares_reads) from people p where p.sub in (g.person_a, g.person_b)))
        ) else '[]' end
      from jsonb_to_recordset(reads) as r (place int, message_group uuid, reader uuid, is_announced boolean)
      left join message_groups g on g.uuid = r.message_group and r.reader in (g.person_a, g.person_b)
        and g.uuid = any(groups) and not (g.request_deleted and g.requested_by <> r.reader)
      where r.place <> all(settled);
  end
  $$`;

const statements = [
  marks,
  reads,
  // Gateways of every version write marks with the function.
  sql`drop trigger likes_unsuspended on likes`,
  sql`drop trigger reposts_unsuspended on reposts`,
];

/** Marks that suspended people set, remove or move. */
export const suspendedMarks: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['likes', 'reposts'] });
    for (const statement of statements) await statement.execute(db);
  },
};
