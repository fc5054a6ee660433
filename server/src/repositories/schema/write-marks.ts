/** Likes and reposts: see `write-messages.ts`. */
export const writeMarks = String.raw`
-- All marks of a commit are one statement, with one update of each crud's row. Of new likes of one crud only the first notifies its
-- author, unless there is a notification since notified_since: that one counts the others. Suspended people are refused here, because the
-- refusal of a trigger would fail the commit of all others, and there is none for a mark that is removed.
create function write_marks(marks jsonb, settled int[], waits boolean, written_at timestamptz)
  returns table (plan_index int, outcome text, ref text, author uuid, facts jsonb, entries jsonb)
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

    with accepted_marks as (
      select m.*
      from jsonb_to_recordset(marks) as m (plan_index int, mark text, is_set boolean, activity uuid, person uuid, created_at timestamptz)
      join activities a on a.uuid = m.activity
      where m.plan_index <> all(settled) and m.activity = any(cruds) and m.person = any(people)
        and m.person <> all(suspended_people) and (m.person <> all(erased) or not m.is_set)
        and coalesce(a.expires_at > written_at, true)
    ), like_inserts as (
      insert into likes (activity, person, created_at)
      select m.activity, m.person, m.created_at from accepted_marks m where m.mark = 'like' and m.is_set
      on conflict do nothing returning activity, person
    ), repost_inserts as (
      insert into reposts (activity, person, created_at, pos)
      select m.activity, m.person, m.created_at, (select s.head from streams s where s.id = 'public')
      from accepted_marks m where m.mark = 'repost' and m.is_set
      on conflict do nothing returning activity, person
    ), like_deletes as (
      delete from likes k using accepted_marks m
      where m.mark = 'like' and not m.is_set and k.activity = m.activity and k.person = m.person
      returning k.activity, k.person
    ), repost_deletes as (
      delete from reposts k using accepted_marks m
      where m.mark = 'repost' and not m.is_set and k.activity = m.activity and k.person = m.person
      returning k.activity, k.person
    ), changes as (
      select 'like' as mark, 1 as by, activity, person from like_inserts
      union all select 'like', -1, activity, person from like_deletes
      union all select 'repost', 1, activity, person from repost_inserts
      union all select 'repost', -1, activity, person from repost_deletes
    ), crud_updates as (
      update activities a set likes_count = a.likes_count + n.likes, reposts_count = a.reposts_count + n.reposts,
        version = a.version + n.changes
      from (
        select c.activity, coalesce(sum(c.by) filter (where c.mark = 'like'), 0) as likes,
          coalesce(sum(c.by) filter (where c.mark = 'repost'), 0) as reposts, count(*) as changes
        from changes c group by c.activity
      ) n where a.uuid = n.activity
    ), notification_deletes as (
      delete from notifications n using changes c
      where c.by < 0 and n.activity = c.activity and n.actor = c.person and n.reason = c.mark
    )
    select coalesce(array_agg(m.plan_index), '{}') into changed
    from accepted_marks m join changes c on c.mark = m.mark and c.activity = m.activity and c.person = m.person;

    if changed <> '{}' and marks @? '$[*] ? (@.is_set == true)' then
      with first_marks as (
        select distinct on (m.activity, m.mark) m.*, a.author
        from jsonb_to_recordset(marks) as m (plan_index int, mark text, is_set boolean, activity uuid, person uuid,
          created_at timestamptz, notified_since timestamptz)
        join activities a on a.uuid = m.activity
        where m.plan_index = any(changed) and m.is_set and m.person <> a.author
        order by m.activity, m.mark, m.plan_index
      ), notification_inserts as (
        insert into notifications (uuid, recipient, activity, reason, actor, created_at)
        select gen_random_uuid(), f.author, f.activity, f.mark, f.person, f.created_at from first_marks f
        where not exists (select from notifications n where n.recipient = f.author and n.activity = f.activity
          and n.reason = f.mark and n.created_at > f.notified_since)
        on conflict do nothing returning uuid, recipient, activity, reason
      )
      select coalesce(jsonb_object_agg(f.plan_index, jsonb_build_object('stream', 'user:' || m.recipient,
          'kind', 'notification.created', 'ref', m.uuid)), '{}') into notified
      from notification_inserts m join first_marks f on f.activity = m.activity and f.mark = m.reason;
    end if;

    return query
      select m.plan_index, case
          when m.activity <> all(cruds) and not waits then 'retryAlone'
          when m.activity <> all(cruds) and not exists (select from burned b where b.uuid = m.activity)
            then 'activity_not_found'
          when m.activity <> all(cruds) or a.expires_at <= written_at then 'activity_expired'
          when m.person <> all(people) or (m.person = any(erased) and m.is_set)
            then case when waits then 'generic_401' else 'retryAlone' end
          when m.person = any(suspended_people) then 'account_suspended'
          else 'written'
        end, '', null::uuid,
        jsonb_build_object('changed', m.plan_index = any(changed), 'likes_count', a.likes_count, 'reposts_count', a.reposts_count,
          'liked', exists (select from likes k where k.activity = m.activity and k.person = m.person),
          'reposted', exists (select from reposts k where k.activity = m.activity and k.person = m.person)),
        case when m.plan_index <> all(changed) then '[]' else
          case when notified ? m.plan_index::text then jsonb_build_array(notified -> m.plan_index::text) else '[]' end
          || jsonb_build_object('stream', 'user:' || m.person, 'kind', 'activity.mine', 'ref', m.activity) end
      from jsonb_to_recordset(marks) as m (plan_index int, mark text, is_set boolean, activity uuid, person uuid)
      left join activities a on a.uuid = m.activity
      where m.plan_index <> all(settled);
  end
  $$;
`;
