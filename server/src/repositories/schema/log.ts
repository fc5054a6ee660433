/** The streams of events, their log, the operations that have run, and what gateways agree on. */
export const log = String.raw`
create table streams (
  id text primary key,
  head bigint not null default 0,
  head_tag text not null default '0',
  tail bigint not null default 0,
  check (tail <= head)
);
insert into streams (id) values ('public'), ('revocations');

create table log (
  stream text not null references streams (id),
  seq bigint not null,
  tag text not null,
  kind text not null,
  ref text,
  at timestamptz(3) not null,
  primary key (stream, seq)
);
create index log_ref on log (ref);
create index log_at on log (at);

create table revocations (
  uuid uuid primary key,
  sub uuid not null,
  origin_jti text not null,
  all_before bigint,
  at timestamptz(3) not null
);
create index revocations_at on revocations (at, uuid);

-- Assigns seq, tag and pos, for one operation or for many; commit_plans() does so for the cruds that people post. Called last in a
-- transaction: it locks the streams, people's in order and 'public' at the end, so that writers cannot deadlock and hold the contended
-- lock for the shortest time. Cached plans may date from when the tables were empty, so they must not scan whole tables.
create function append(entries jsonb, appended_at timestamptz)
  returns table (entry_index bigint, stream text, previous text, seq bigint, tag text, kind text, ref text)
  language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
  as $$
  #variable_conflict use_column
  declare
    appended bigint;
  begin
    perform from streams s
      where s.id = any(array(select distinct e.value ->> 'stream' from jsonb_array_elements(entries) as e (value)))
      order by s.id = 'public', s.id collate "C" for update;

    return query with input as (
      select e.entry_index, e.value ->> 'stream' as stream, e.value ->> 'kind' as kind, e.value ->> 'ref' as ref,
        substr(replace(gen_random_uuid()::text, '-', ''), 1, 8) as tag,
        row_number() over (partition by e.value ->> 'stream' order by e.entry_index) as nth
      from jsonb_array_elements(entries) with ordinality as e (value, entry_index)
    ), log_rows as (
      select input.entry_index, input.stream, s.head + input.nth as seq, input.tag, input.kind, input.ref,
        coalesce(lag(input.tag) over (partition by input.stream order by input.entry_index), s.head_tag) as previous,
        case when input.kind in ('activity.created', 'reply.created', 'notification.created')
          then input.ref::uuid end as row_id
      from input join streams s on s.id = input.stream
    ), log_inserts as (
      insert into log (stream, seq, tag, kind, ref, at)
      select stream, seq, tag, kind, ref, appended_at from log_rows order by entry_index
    ), stream_updates as (
      update streams s set head = newest.seq, head_tag = newest.tag
      from (select distinct on (stream) stream, seq, tag from log_rows order by stream, seq desc) newest
      where s.id = newest.stream
    ), crud_updates as (
      update activities a set pos = log_rows.seq from log_rows
      where log_rows.kind in ('activity.created', 'reply.created') and a.uuid = log_rows.row_id
    ), notification_updates as (
      update notifications n set seq = log_rows.seq from log_rows
      where log_rows.kind = 'notification.created' and n.uuid = log_rows.row_id
    )
    select entry_index, stream, previous, seq, tag, kind, ref from log_rows order by entry_index;

    get diagnostics appended = row_count;
    if appended < jsonb_array_length(entries) then
      raise exception 'a stream is missing';
    end if;
    if entries @> '[{"kind": "message.created"}]' then
      perform assign_message_positions(entries);
    end if;
  end
  $$;

-- Positions in a conversation follow the order of the events; a message moves its author's read mark. The writing transaction holds
-- the conversation's lock.
create function assign_message_positions(entries jsonb) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
  as $$
  begin
    with input as (
      select e.value ->> 'ref' as ref, min(e.entry_index) as entry_index
      from jsonb_array_elements(entries) with ordinality as e (value, entry_index)
      where e.value ->> 'kind' = 'message.created' group by e.value ->> 'ref'
    ), new_positions as (
      select m.uuid, m.message_group, m.author,
        g.head + row_number() over (partition by m.message_group order by input.entry_index) as pos
      from input join messages m on m.uuid = input.ref::uuid
      join message_groups g on g.uuid = m.message_group where m.pos is null
    ), message_updates as (
      update messages m set pos = new_positions.pos from new_positions where m.uuid = new_positions.uuid
    ), group_updates as (
      update message_groups g set head = newest.pos
      from (select message_group, max(pos) as pos from new_positions group by message_group) newest
      where g.uuid = newest.message_group
    )
    update group_members g set read_pos = newest.pos
    from (select message_group, author, max(pos) as pos from new_positions group by message_group, author) newest
    where g.message_group = newest.message_group and g.person = newest.author;

    update group_members g set last_seq = newest.seq
    from (
      select l.stream, m.message_group, max(l.seq) as seq
      from log l join messages m on m.uuid = l.ref::uuid
      where l.kind = 'message.created' and l.ref = any(array(
        select e.value ->> 'ref' from jsonb_array_elements(entries) as e (value)
        where e.value ->> 'kind' = 'message.created'
      ))
      group by l.stream, m.message_group
    ) newest
    where g.message_group = newest.message_group and g.person = substr(newest.stream, 6)::uuid;
  end
  $$;

create table operations (
  actor uuid not null references people (sub),
  operation_id text not null,
  -- 'k1:' and a keyed hash.
  fingerprint text not null,
  ref text not null,
  at timestamptz(3) not null,
  primary key (actor, operation_id)
);
create index operations_at on operations (at);

-- Every crud, reply, message and profile has a row in operations. The row lock makes a write that began before the suspension wait and
-- check again, so the event that hides a person's cruds follows all of them. Runs once per row, so it must be cheap: refuse_erased()
-- converts the row to JSON.
create function refuse_erased_actor() returns trigger language plpgsql as $$
  declare
    is_suspended boolean;
  begin
    select p.suspended into is_suspended from people p
    where p.sub = new.actor and p.erased_at is null for key share;
    if not found then
      raise exception 'an erased person acts' using errcode = 'ERASD';
    end if;
    if is_suspended then
      raise exception 'a suspended person acts' using errcode = 'ERASD', detail = 'suspended';
    end if;
    return new;
  end
  $$;
create trigger operations_refuse_erased before insert on operations
  for each row execute function refuse_erased_actor();

-- Both inputs have a fixed length, so a plain hash of key and fingerprint is safe. With the key as an argument PostgreSQL inlines the
-- function; that of one argument reads the key at each call.
create function keyed_fingerprint(plain text, key text) returns text language sql stable as $$
  select 'k1:' || encode(sha256(convert_to(key || 'fingerprint' || plain, 'UTF8')), 'hex')
  $$;
create function keyed_fingerprint(plain text) returns text language sql stable as $$
  select keyed_fingerprint(plain, s.envelope_key) from store s
  $$;

-- Its second and third statement must stay separate: only then they see the commits of the previous lock holders. The outcome is null
-- if the operation may run.
create function claim_operations(operations jsonb, waits boolean)
  returns table (plan_index int, outcome text, ref text)
  language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off set jit to off
  set plan_cache_mode to force_generic_plan
  as $$
  #variable_conflict use_column
  declare
    actors uuid[] := array(select (o.value ->> 'actor')::uuid from jsonb_array_elements(operations) as o (value));
    claimed int[];
  begin
    claimed := array(
      select o.plan_index from (
        select k.plan_index, case when waits then pg_advisory_xact_lock(hashtextextended(k.key, 0)) is not null
          else pg_try_advisory_xact_lock(hashtextextended(k.key, 0)) end as held
        from (
          select o.plan_index, o.actor || ' ' || o.operation_id as key
          from jsonb_to_recordset(operations) as o (plan_index int, actor text, operation_id text) order by key
        ) k
      ) o where o.held
    );

    if waits then
      perform from people p where p.sub = any(actors) for key share;
    end if;
    actors := array(select p.sub from people p where p.sub = any(actors) and p.erased_at is null
      for key share skip locked);

    return query
      select o.plan_index, case
          when o.plan_index <> all(claimed) then 'retryAlone'
          when e.fingerprint is null then
            case when o.actor = any(actors) then null when waits then 'generic_401' else 'retryAlone' end
          when e.fingerprint = keyed_fingerprint(o.fingerprint) then 'earlier'
          else 'operation_id_reused'
        end, e.ref
      from jsonb_to_recordset(operations) as o (plan_index int, actor uuid, operation_id text, fingerprint text)
      left join operations e on e.actor = o.actor and e.operation_id = o.operation_id;
  end
  $$;

create function remember_operations(operations jsonb, written_at timestamptz) returns void language plpgsql as $$
  begin
    insert into operations (actor, operation_id, fingerprint, ref, at)
    select o.actor, o.operation_id, keyed_fingerprint(o.fingerprint, s.envelope_key), o.ref, written_at
    from store s, jsonb_to_recordset(operations) as o (actor uuid, operation_id text, fingerprint text, ref text)
    where s.singleton;
  end
  $$;

-- The gateway that runs a chore of which one gateway is enough. A row and not a session lock, because a pooler in transaction mode
-- gives each transaction another session.
create table leases (
  name text primary key,
  holder uuid not null,
  until timestamptz(3) not null
);

-- The row that is written to check whether the store accepts writes. Random text does not compress and is stored out of line, so that
-- each write needs free disk space.
create table write_probe (
  id integer primary key,
  at timestamptz not null,
  filler text not null
);
alter table write_probe alter column filler set storage external;
`;
