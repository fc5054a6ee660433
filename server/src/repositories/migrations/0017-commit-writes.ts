import { sql, type Kysely, type Migration } from 'kysely';

// All marks of a commit are one statement, with one update of each crud's row. Of new likes of one crud only the first notifies
// its author, unless there is a notification since `notified_since`: that one counts the others.
const marks = sql`create function write_marks(marks jsonb, settled int[], waits boolean, written_at timestamptz)
  returns table (place int, outcome text, ref text, author uuid, facts jsonb, entries jsonb)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    cruds uuid[] := array(select distinct (m.value ->> 'activity')::uuid from jsonb_array_elements(marks) as m (value));
    people uuid[] := array(select distinct (m.value ->> 'person')::uuid from jsonb_array_elements(marks) as m (value));
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
    people := array(select p.sub from people p where p.sub = any(people) and p.erased_at is null
      for key share skip locked);

    with asked as (
      select m.*, m.activity || ' ' || m.person as key
      from jsonb_to_recordset(marks) as m (place int, mark text, is_set boolean, activity uuid, person uuid, created_at timestamptz)
      join activities a on a.uuid = m.activity
      where m.place <> all(settled) and m.activity = any(cruds) and (m.person = any(people) or not m.is_set)
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
          when m.person <> all(people) and m.is_set then case when waits then 'generic_401' else 'retryAlone' end
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

// How far members have read their conversations: moves the mark up to a message, or announces it to both members.
const reads = sql`create function write_reads(reads jsonb, settled int[], waits boolean, written_at timestamptz)
  returns table (place int, outcome text, ref text, author uuid, facts jsonb, entries jsonb)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    groups uuid[] := array(select (r.value ->> 'message_group')::uuid from jsonb_array_elements(reads) as r (value));
    moved int[];
  begin
    if waits then
      perform from message_groups g where g.uuid = any(groups) order by g.uuid for no key update;
    end if;
    groups := array(select g.uuid from message_groups g where g.uuid = any(groups) for no key update skip locked);

    with made as (
      update group_members g set read_pos = m.pos
      from jsonb_to_recordset(reads) as r (place int, message_group uuid, reader uuid, up_to uuid)
      join messages m on m.uuid = r.up_to and m.message_group = r.message_group
      where g.message_group = r.message_group and g.person = r.reader and g.message_group = any(groups)
        and r.place <> all(settled) and g.read_pos < m.pos
      returning r.place
    )
    select coalesce(array_agg(m.place), '{}') into moved from made m;

    return query
      select r.place, case
          when g.uuid is not null then 'written'
          when not waits then 'retryAlone'
          -- A conversation can end while its mark waits to be announced.
          when r.is_announced then 'written'
          else 'message_group_not_found'
        end, '', null::uuid, jsonb_build_object('moved', r.place = any(moved)),
        case when r.is_announced and g.uuid is not null then jsonb_build_array(
          jsonb_build_object('stream', 'user:' || g.person_a, 'kind', 'read.updated', 'ref', g.uuid || '/' || r.reader),
          jsonb_build_object('stream', 'user:' || g.person_b, 'kind', 'read.updated', 'ref', g.uuid || '/' || r.reader)
        ) else '[]' end
      from jsonb_to_recordset(reads) as r (place int, message_group uuid, reader uuid, is_announced boolean)
      left join message_groups g on g.uuid = r.message_group and r.reader in (g.person_a, g.person_b)
        and g.uuid = any(groups)
      where r.place <> all(settled);
  end
  $$`;

// Called as a statement of its own, which is a transaction: so a commit is one round trip. A failure rolls back all its writes.
// Each statement inside has its own snapshot: those after a lock see what its previous holder has committed. The names of the
// authors are read under the streams' locks, so that an event never shows an older name than an event before it. Cruds are inserted
// there too, with their position: an update of the position would write all their index entries twice.
// Cached plans may date from when the tables were empty, so they must not scan whole tables. They must be generic: PostgreSQL would
// plan most of the statements again at each call, which takes longer than to run them.
const commit = sql`create function commit_writes(writes jsonb, waits boolean, written_at timestamptz)
  returns table (place int, outcome text, ref text, author json, facts jsonb, lines json)
  language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off set jit to off
  set plan_cache_mode to force_generic_plan
  as $$
  #variable_conflict use_column
  declare
    size int := (writes ->> 'size')::int;
    outcomes text[] := array_fill(null::text, array[size]);
    refs text[] := array_fill(null::text, array[size]);
    authors uuid[] := array_fill(null::uuid, array[size]);
    facts_of jsonb[] := array_fill(null::jsonb, array[size]);
    entries_of jsonb[] := array_fill(null::jsonb, array[size]);
    lines_of json[] := array_fill(null::json, array[size]);
    positions bigint[] := array_fill(null::bigint, array[size]);
    settled int[] := '{}';
    all_entries jsonb;
    owners int[];
    one record;
  begin
    if writes ? 'operations' then
      for one in select c.* from claim_operations(writes -> 'operations', waits) c where c.outcome is not null loop
        settled := settled || one.place;
        outcomes[one.place] := one.outcome;
        refs[one.place] := one.ref;
      end loop;
    end if;

    for one in
      select w.* from write_cruds(writes -> 'cruds', settled, waits, written_at) w where writes ? 'cruds'
      union all
      select w.* from write_messages(writes -> 'messages', settled, waits, written_at) w where writes ? 'messages'
      union all
      select w.* from write_marks(writes -> 'marks', settled, waits, written_at) w where writes ? 'marks'
      union all
      select w.* from write_reads(writes -> 'reads', settled, waits, written_at) w where writes ? 'reads'
    loop
      outcomes[one.place] := one.outcome;
      refs[one.place] := one.ref;
      authors[one.place] := one.author;
      facts_of[one.place] := one.facts;
      if one.outcome = 'written' then
        entries_of[one.place] := one.entries;
      end if;
    end loop;

    if writes ? 'operations' then
      perform remember_operations(
        (select jsonb_agg(o.value || jsonb_build_object('ref', refs[(o.value ->> 'place')::int]))
          from jsonb_array_elements(writes -> 'operations') as o (value)
          where outcomes[(o.value ->> 'place')::int] = 'written'),
        written_at);
    end if;

    select jsonb_agg(e.value order by w.place, e.nth), array_agg(w.place::int order by w.place, e.nth)
      into all_entries, owners
      from unnest(entries_of) with ordinality as w (list, place)
      cross join jsonb_array_elements(w.list) with ordinality as e (value, nth);
    if all_entries is not null then
      for one in
        select owners[a.place] as place,
          json_agg(json_build_array(a.stream, a.previous, a.seq, a.tag, a.kind, a.ref) order by a.place) as lines,
          max(a.seq) filter (where a.kind in ('activity.created', 'reply.created')) as position
        from append(all_entries, written_at) a group by owners[a.place]
      loop
        lines_of[one.place] := one.lines;
        positions[one.place] := one.position;
      end loop;
    end if;

    if writes ? 'cruds' then
      insert into activities (uuid, pos, author, message, reply_to, created_at, expires_at)
      select c.uuid, positions[c.place], c.author, c.message, c.reply_to, c.created_at,
        case when c.reply_to is null then c.expires_at else p.expires_at end
      from jsonb_to_recordset(writes -> 'cruds') as c (place int, uuid uuid, author uuid, message text, reply_to uuid,
        created_at timestamptz, expires_at timestamptz)
      left join activities p on p.uuid = c.reply_to
      where positions[c.place] is not null order by c.place;
    end if;
    if writes @? '$.cruds[*].hashtags[*]' then
      insert into hashtags (activity, hashtag, label)
      select c.uuid, h.hashtag, h.label from jsonb_to_recordset(writes -> 'cruds') as c (place int, uuid uuid, hashtags jsonb)
      cross join jsonb_to_recordset(c.hashtags) as h (hashtag text, label text) where positions[c.place] is not null;
    end if;

    return query
      select w.place::int, w.outcome, w.ref,
        (select json_build_object('handle', p.handle, 'display_name', p.display_name, 'cognito_user_uuid', p.sub,
          'avatar_version', p.avatar_version) from people p where p.sub = w.author),
        w.facts, w.lines
      from unnest(outcomes, refs, authors, facts_of, lines_of) with ordinality
        as w (outcome, ref, author, facts, lines, place)
      order by w.place;
  end
  $$`;

export const commitWrites: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [marks, reads, commit]) await statement.execute(db);
  },
};
