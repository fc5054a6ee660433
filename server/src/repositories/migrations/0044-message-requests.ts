import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const columns = [
  sql`alter table people add column messages_from text not null default 'everyone'
    check (messages_from in ('everyone', 'known', 'none'))`,
  // `requested_by` is set while the conversation is a request that has no answer; the recipient may have deleted it.
  sql`alter table message_groups add column started_by uuid, add column requested_by uuid,
    add column request_deleted boolean not null default false`,
  // What the member does not see any more: the messages of a request that the member has deleted.
  sql`alter table group_members add column hidden_pos bigint not null default 0`,
];

const functions = [
  // A reply counts for as long as it lives: its notification is deleted with it.
  sql`create function has_replied_to(replier uuid, writer uuid, now_at timestamptz) returns boolean language sql stable as $$
    select exists (
      select from notifications n join activities a on a.uuid = n.activity
      where n.actor = replier and n.recipient = writer and n.reason = 'reply' and coalesce(a.expires_at > now_at, true)
    )
    $$`,
  // Decides about one message while the conversation's row is locked, and records what it changes: 'direct', 'request' for the first
  // message of a request, 'requested' for a further one, 'accepted', or the code of a refusal. Reads the row itself, because an earlier
  // message of the same commit may have changed it. A conversation without messages is a new one.
  sql`create function admit_message(group_uuid uuid, author uuid, other uuid, options jsonb, added int, waits boolean, at timestamptz)
    returns text language plpgsql as $$
    declare
      g message_groups;
      allows text;
      starts bigint;
    begin
      select * into g from message_groups where uuid = group_uuid;
      if is_blocked_between(author, other) then
        return 'message_not_allowed';
      end if;
      if g.head = 0 and added = 0 then
        -- Needs the lock of the author's row, which can be waited for only then.
        if not waits then return 'retryAlone'; end if;
        select p.messages_from into allows from people p where p.sub = other;
        if allows = 'none' then return 'message_not_allowed'; end if;
        if options ->> 'starts_max' is not null then
          perform from people p where p.sub = author for no key update;
          select count(*) into starts from message_groups s
            where s.started_by = author and s.created_at > at - interval '1 day';
          if starts >= (
            select case when p.created_at > at - interval '1 day' then options ->> 'young_starts_max' else options ->> 'starts_max' end
            from people p where p.sub = author
          )::int then
            return 'too_many_conversations';
          end if;
        end if;
        if allows = 'known' and not has_replied_to(other, author, at) then
          update message_groups set started_by = author, requested_by = author, created_at = at where uuid = group_uuid;
          return 'request';
        end if;
        update message_groups set started_by = author, created_at = at where uuid = group_uuid;
        return 'direct';
      end if;
      if g.requested_by is null then return 'direct'; end if;
      if g.requested_by = author then
        if g.request_deleted then return 'message_not_allowed'; end if;
        select p.messages_from into allows from people p where p.sub = other;
        if allows = 'none' then return 'message_not_allowed'; end if;
        if allows = 'known' and not has_replied_to(other, author, at) then
          if g.head + added < coalesce(options ->> 'requested_max', '3')::int then return 'requested'; end if;
          return case when options ? 'requested_max' then 'request_unanswered' else 'message_not_allowed' end;
        end if;
      end if;
      update message_groups set requested_by = null, request_deleted = false where uuid = group_uuid;
      return 'accepted';
    end
    $$`,
  // As in migration 0028, except for the admission of each message, whose refusals do not fail the commit of the others. A gateway of
  // the version before sends no `options`: it gets no limit of new conversations, no code that it does not know, and no event of a
  // request, whose body it would build wrongly.
  sql`create or replace function write_messages(messages jsonb, settled int[], waits boolean, written_at timestamptz)
    returns table (place int, outcome text, ref text, author uuid, facts jsonb, entries jsonb)
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
        with made as (
          insert into message_groups (uuid, person_a, person_b, created_at)
          select gen_random_uuid(), least(c.author, c.other), greatest(c.author, c.other), written_at
          from conversations_of(messages) c
          where c.place <> all(settled) and c.message_group is null and c.other <> c.author
          on conflict do nothing returning uuid
        )
        select coalesce(array_agg(m.uuid), '{}') into created from made m;
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
        select m.place, c.message_group, c.author, c.other, m.options
        from jsonb_to_recordset(messages) as m (place int, uuid uuid, options jsonb)
        join conversations_of(messages) c on c.place = m.place
        where m.place <> all(settled) and c.message_group = any(groups) and c.other = any(others)
          and not exists (select from messages w where w.uuid = m.uuid)
        order by m.place
      loop
        decision := admit_message(one.message_group, one.author, one.other, coalesce(one.options, '{}'),
          cardinality(array_positions(added, one.message_group)), waits, written_at);
        admitted := admitted || jsonb_build_object(one.place, decision);
        if decision = any(accepting) then
          added := added || one.message_group;
        end if;
      end loop;

      with made as (
        insert into messages (uuid, message_group, author, message, created_at, expires_at)
        select m.uuid, c.message_group, m.author, m.message, m.created_at,
          m.created_at + g.lifetime_ms * interval '1 ms'
        from jsonb_to_recordset(messages) as m (place int, uuid uuid, author uuid, message text, created_at timestamptz)
        join conversations_of(messages) c on c.place = m.place
        join message_groups g on g.uuid = c.message_group
        where admitted ->> m.place::text = any(accepting)
        order by m.place
        on conflict (uuid) do nothing returning uuid
      )
      select coalesce(array_agg(m.uuid), '{}') into inserted from made m;
      -- A refusal leaves no conversation.
      if created <> '{}' and not created <@ added then
        delete from group_members g where g.message_group = any(created) and g.message_group <> all(added);
        delete from message_groups g where g.uuid = any(created) and g.uuid <> all(added);
      end if;

      return query
        select m.place, case
            when m.uuid = any(inserted) then 'written'
            when c.other = m.author then 'user_reciever_handle_blank'
            when admitted ->> m.place::text <> all(accepting) then admitted ->> m.place::text
            when not waits and not coalesce(c.message_group = any(groups) and c.other = any(others), false)
              then 'retryAlone'
            when m.message_group is not null and c.message_group is null then 'message_group_not_found'
            when c.other = any(others) then 'operation_id_reused'
            else 'user_reciever_handle_blank'
          end, m.uuid || case when c.message_group = any(created) then ' in ' || c.message_group else '' end, m.author,
          jsonb_build_object('message_group_uuid', c.message_group, 'is_request', admitted ->> m.place::text in ('request', 'requested'),
            'expires_at', (select w.expires_at from messages w where w.uuid = m.uuid)),
          case when m.options is null then '[]' else case
            when admitted ->> m.place::text = 'accepted' then jsonb_build_array(
              jsonb_build_object('stream', 'user:' || m.author, 'kind', 'request.changed', 'ref', c.message_group),
              jsonb_build_object('stream', 'user:' || c.other, 'kind', 'request.changed', 'ref', c.message_group))
            when admitted ->> m.place::text = 'request' then jsonb_build_array(
              jsonb_build_object('stream', 'user:' || c.other, 'kind', 'request.changed', 'ref', c.message_group))
            else '[]' end end
          || jsonb_build_array(
            jsonb_build_object('stream', 'user:' || m.author, 'kind', 'message.created', 'ref', m.uuid),
            jsonb_build_object('stream', 'user:' || c.other, 'kind', 'message.created', 'ref', m.uuid))
        from jsonb_to_recordset(messages) as m (place int, uuid uuid, author uuid, message_group uuid, options jsonb)
        join conversations_of(messages) c on c.place = m.place
        where m.place <> all(settled);
    end
    $$`,
  // As in migration 0040, except for requests: their sender learns nothing of their reading, and a deleted one is not found.
  sql`create or replace function write_reads(reads jsonb, settled int[], waits boolean, written_at timestamptz)
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
          and r.place <> all(settled) and g.read_pos < m.pos and m.pos > g.hidden_pos
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
    $$`,
];

/**
 * Who can start a conversation with a person, and requests: conversations whose recipient has not answered yet. The index of the daily
 * limit is built outside, see complete-counters.ts.
 */
export const messageRequests: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['people', 'message_groups', 'group_members'] });
    for (const statement of [...columns, ...functions]) await statement.execute(db);
  },
};
