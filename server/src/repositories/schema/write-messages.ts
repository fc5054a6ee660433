/**
 * The functions that carry out the writes of one commit, one per kind: this file and `write-marks.ts`. Each takes the writes as JSON,
 * leaves out those whose index in the commit is in `settled`, and returns for each its outcome, the key of its row, its author, what its
 * answer needs and the entries to append. An outcome is 'written', 'earlier', 'retryAlone' or the error code of a refusal.
 *
 * They treat locked rows as missing. With `waits` they wait for the locks first, and then a missing row is a refusal.
 */
export const writeMessages = String.raw`
-- A conversation is created only with waits, because its unique index makes an insert wait. Each message is admitted on its own, so that
-- a refusal does not fail the commit of the others. Its expiry follows from the lifetime of the conversation, whose row is locked here.
create function write_messages(messages jsonb, settled int[], waits boolean, written_at timestamptz)
  returns table (plan_index int, outcome text, ref text, author uuid, facts jsonb, entries jsonb)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    others uuid[] := array(select c.other from conversations_of(messages) c);
    groups uuid[];
    created uuid[] := '{}';
    admitted jsonb := '{}';
    added uuid[] := '{}';
    inserted uuid[];
    accepting text[] := '{direct,request,requested,accepted}';
    decision text;
    one record;
  begin
    if waits then
      perform from people p where p.sub = any(others) order by p.sub for key share;
      with group_inserts as (
        insert into message_groups (uuid, person_a, person_b, created_at)
        select gen_random_uuid(), least(c.author, c.other), greatest(c.author, c.other), written_at
        from conversations_of(messages) c
        where c.plan_index <> all(settled) and c.message_group is null and c.other <> c.author
        on conflict do nothing returning uuid
      )
      select coalesce(array_agg(i.uuid), '{}') into created from group_inserts i;
      insert into group_members (message_group, person)
        select g.uuid, m.person from message_groups g cross join lateral (values (g.person_a), (g.person_b)) as m (person)
        where g.uuid = any(created);
    end if;
    groups := array(select c.message_group from conversations_of(messages) c where c.message_group is not null);
    if waits then
      perform from message_groups g where g.uuid = any(groups) order by g.uuid for no key update;
    end if;
    groups := array(select g.uuid from message_groups g where g.uuid = any(groups) for no key update skip locked);
    others := array(select p.sub from people p where p.sub = any(others) and p.erased_at is null
      for key share skip locked);

    -- Must stay separate from the locks: only its snapshot sees what the previous lock holder has changed.
    for one in
      select m.plan_index, c.message_group, c.author, c.other, m.options
      from jsonb_to_recordset(messages) as m (plan_index int, uuid uuid, options jsonb)
      join conversations_of(messages) c on c.plan_index = m.plan_index
      where m.plan_index <> all(settled) and c.message_group = any(groups) and c.other = any(others)
        and not exists (select from messages w where w.uuid = m.uuid)
      order by m.plan_index
    loop
      decision := admit_message(one.message_group, one.author, one.other, one.options,
        cardinality(array_positions(added, one.message_group)), waits, written_at);
      admitted := admitted || jsonb_build_object(one.plan_index, decision);
      if decision = any(accepting) then
        added := added || one.message_group;
      end if;
    end loop;

    with message_inserts as (
      insert into messages (uuid, message_group, author, message, created_at, expires_at)
      select m.uuid, c.message_group, m.author, m.message, m.created_at,
        m.created_at + g.lifetime_ms * interval '1 ms'
      from jsonb_to_recordset(messages) as m (plan_index int, uuid uuid, author uuid, message text, created_at timestamptz)
      join conversations_of(messages) c on c.plan_index = m.plan_index
      join message_groups g on g.uuid = c.message_group
      where admitted ->> m.plan_index::text = any(accepting)
      order by m.plan_index
      on conflict (uuid) do nothing returning uuid
    )
    select coalesce(array_agg(i.uuid), '{}') into inserted from message_inserts i;
    -- A refusal leaves no conversation.
    if created <> '{}' and not created <@ added then
      delete from group_members g where g.message_group = any(created) and g.message_group <> all(added);
      delete from message_groups g where g.uuid = any(created) and g.uuid <> all(added);
    end if;

    return query
      select m.plan_index, case
          when m.uuid = any(inserted) then 'written'
          when c.other = m.author then 'user_reciever_handle_blank'
          when admitted ->> m.plan_index::text <> all(accepting) then admitted ->> m.plan_index::text
          when not waits and not coalesce(c.message_group = any(groups) and c.other = any(others), false)
            then 'retryAlone'
          when m.message_group is not null and c.message_group is null then 'message_group_not_found'
          when c.other = any(others) then 'operation_id_reused'
          else 'user_reciever_handle_blank'
        end, m.uuid || case when c.message_group = any(created) then ' in ' || c.message_group else '' end, m.author,
        jsonb_build_object('message_group_uuid', c.message_group, 'is_request', admitted ->> m.plan_index::text in ('request', 'requested'),
          'expires_at', (select w.expires_at from messages w where w.uuid = m.uuid)),
        case
          when admitted ->> m.plan_index::text = 'accepted' then jsonb_build_array(
            jsonb_build_object('stream', 'user:' || m.author, 'kind', 'request.changed', 'ref', c.message_group),
            jsonb_build_object('stream', 'user:' || c.other, 'kind', 'request.changed', 'ref', c.message_group))
          when admitted ->> m.plan_index::text = 'request' then jsonb_build_array(
            jsonb_build_object('stream', 'user:' || c.other, 'kind', 'request.changed', 'ref', c.message_group))
          else '[]' end
        || jsonb_build_array(
          jsonb_build_object('stream', 'user:' || m.author, 'kind', 'message.created', 'ref', m.uuid),
          jsonb_build_object('stream', 'user:' || c.other, 'kind', 'message.created', 'ref', m.uuid))
      from jsonb_to_recordset(messages) as m (plan_index int, uuid uuid, author uuid, message_group uuid)
      join conversations_of(messages) c on c.plan_index = m.plan_index
      where m.plan_index <> all(settled);
  end
  $$;

-- How far members have read their conversations: moves the mark up to a message, or announces it to both members. While one of the two
-- has read receipts off or has blocked the other, the other member gets no event, not even one that says nothing, because its time would
-- say when the conversation was read. The sender of a request learns nothing of its reading, and a deleted one is not found. What
-- suspended people read before is still announced.
create function write_reads(reads jsonb, settled int[], waits boolean, written_at timestamptz)
  returns table (plan_index int, outcome text, ref text, author uuid, facts jsonb, entries jsonb)
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

    with read_updates as (
      update group_members g set read_pos = m.pos
      from jsonb_to_recordset(reads) as r (plan_index int, message_group uuid, reader uuid, up_to uuid)
      join messages m on m.uuid = r.up_to and m.message_group = r.message_group
      where g.message_group = r.message_group and g.person = r.reader and g.message_group = any(groups)
        and r.plan_index <> all(settled) and g.read_pos < m.pos and m.pos > g.hidden_pos
        and r.reader = any(readers) and r.reader <> all(suspended_readers)
      returning r.plan_index
    )
    select coalesce(array_agg(u.plan_index), '{}') into moved from read_updates u;

    return query
      select r.plan_index, case
          when not r.is_announced and r.reader <> all(readers) then
            case when waits then 'generic_401' else 'retryAlone' end
          when not r.is_announced and r.reader = any(suspended_readers) then 'account_suspended'
          when g.uuid is not null then 'written'
          when not waits then 'retryAlone'
          -- A conversation can end while its mark waits to be announced.
          when r.is_announced then 'written'
          else 'message_group_not_found'
        end, '', null::uuid, jsonb_build_object('moved', r.plan_index = any(moved)),
        case when r.is_announced and g.uuid is not null then (
          select jsonb_agg(
            jsonb_build_object('stream', 'user:' || m.person, 'kind', 'read.updated', 'ref', g.uuid || '/' || r.reader)
            order by m.nth)
          from (values (1, g.person_a), (2, g.person_b)) as m (nth, person)
          where m.person = r.reader
            or (g.requested_by is null and not is_blocked_between(g.person_a, g.person_b)
              and (select bool_and(p.shares_reads) from people p where p.sub in (g.person_a, g.person_b)))
        ) else '[]' end
      from jsonb_to_recordset(reads) as r (plan_index int, message_group uuid, reader uuid, is_announced boolean)
      left join message_groups g on g.uuid = r.message_group and r.reader in (g.person_a, g.person_b)
        and g.uuid = any(groups) and not (g.request_deleted and g.requested_by <> r.reader)
      where r.plan_index <> all(settled);
  end
  $$;
`;
