import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The functions that carry out the writes of one commit, one per kind. Each takes the writes as JSON, leaves out those whose
 * place in the commit is in `settled`, and returns for each its outcome, the key of its row, its author, what its answer needs
 * and the entries to append. An outcome is 'written', 'earlier', 'retryAlone' or the error code of a refusal.
 *
 * They treat locked rows as missing. With `waits` they wait for the locks first, and then a missing row is a refusal.
 */
const operations = [
  // The second and third statement must stay separate: only then they see the commits of the previous lock holders. The outcome
  // is null if the operation may run.
  sql`create function claim_operations(operations jsonb, waits boolean)
    returns table (place int, outcome text, ref text)
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
        select o.place from (
          select k.place, case when waits then pg_advisory_xact_lock(hashtextextended(k.key, 0)) is not null
            else pg_try_advisory_xact_lock(hashtextextended(k.key, 0)) end as held
          from (
            select o.place, o.actor || ' ' || o.op_id as key
            from jsonb_to_recordset(operations) as o (place int, actor text, op_id text) order by key
          ) k
        ) o where o.held
      );

      if waits then
        perform from people p where p.sub = any(actors) for key share;
      end if;
      actors := array(select p.sub from people p where p.sub = any(actors) and p.erased_at is null
        for key share skip locked);

      return query
        select o.place, case
            when o.place <> all(claimed) then 'retryAlone'
            when op.fingerprint is null then
              case when o.actor = any(actors) then null when waits then 'generic_401' else 'retryAlone' end
            when op.fingerprint in (o.fingerprint, keyed_fingerprint(o.fingerprint)) then 'earlier'
            else 'operation_id_reused'
          end, op.ref
        from jsonb_to_recordset(operations) as o (place int, actor uuid, op_id text, fingerprint text)
        left join op on op.actor = o.actor and op.op_id = o.op_id;
    end
    $$`,
  // With the key as an argument PostgreSQL inlines it; the function of one argument reads the key at each call.
  sql`create function keyed_fingerprint(plain text, key text) returns text language sql stable as $$
      select 'k1:' || encode(sha256(convert_to(key || 'fingerprint' || plain, 'UTF8')), 'hex')
    $$`,
  sql`create or replace function keyed_fingerprint(plain text) returns text language sql stable as $$
      select keyed_fingerprint(plain, s.envelope_key) from store s
    $$`,
  // Rows that gateways of an earlier version compare have the plain fingerprint: see migration 0007.
  sql`create function remember_operations(operations jsonb, written_at timestamptz) returns void language plpgsql as $$
    begin
      insert into op (actor, op_id, fingerprint, ref, at)
      select o.actor, o.op_id,
        case when s.fingerprints_keyed then keyed_fingerprint(o.fingerprint, s.envelope_key) else o.fingerprint end,
        o.ref, written_at
      from store s, jsonb_to_recordset(operations) as o (actor uuid, op_id text, fingerprint text, ref text)
      where s.singleton;
    end
    $$`,
];

// Only decides and notifies: commit_writes() inserts the rows of the accepted cruds, once their positions are known.
const cruds = sql`create function write_cruds(cruds jsonb, settled int[], waits boolean, written_at timestamptz)
  returns table (place int, outcome text, ref text, author uuid, facts jsonb, entries jsonb)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    parents uuid[] := array(select (c.value ->> 'reply_to')::uuid from jsonb_array_elements(cruds) as c (value)
      where c.value ->> 'reply_to' is not null);
    has_mentions boolean := cruds @? '$[*].mentions[*]';
    accepted uuid[];
    notified jsonb;
  begin
    -- Against burning, until the commit.
    if parents <> '{}' then
      if waits then
        perform from activities a where a.uuid = any(parents) order by a.uuid for key share;
      end if;
      parents := array(select a.uuid from activities a where a.uuid = any(parents) for key share skip locked);
    end if;

    accepted := array(
      select c.uuid from jsonb_to_recordset(cruds) as c (place int, uuid uuid, reply_to uuid)
      left join activities p on p.uuid = c.reply_to
      where c.place <> all(settled) and not exists (select from activities a where a.uuid = c.uuid)
        and (c.reply_to is null or c.reply_to = any(parents) and coalesce(p.expires_at > written_at, true))
    );

    -- The author of the parent, and the mentioned people in the order of the text.
    if has_mentions or parents <> '{}' then
      with asked as (
        select c.uuid, c.author, c.created_at, c.mentions, c.mentions_max, p.author as parent_author
        from jsonb_to_recordset(cruds) as c (uuid uuid, author uuid, created_at timestamptz, mentions jsonb,
          mentions_max int, reply_to uuid)
        left join activities p on p.uuid = c.reply_to where c.uuid = any(accepted)
      ), recipients as (
        select a.uuid, a.parent_author as sub, 'reply' as reason, 0 as nth from asked a where a.parent_author is not null
        union all
        select m.uuid, m.sub, 'mention', m.nth from (
          select a.uuid, p.sub, a.mentions_max, row_number() over (partition by a.uuid order by h.nth) as nth
          from asked a cross join jsonb_array_elements_text(a.mentions) with ordinality as h (handle, nth)
          join people p on p.handle = h.handle and p.erased_at is null and p.sub is distinct from a.parent_author
        ) m where m.nth <= m.mentions_max
      ), made as (
        insert into notifications (uuid, recipient, activity, reason, actor, created_at)
        select gen_random_uuid(), r.sub, a.uuid, r.reason, a.author, a.created_at
        from recipients r join asked a on a.uuid = r.uuid where r.sub <> a.author
        on conflict do nothing returning uuid, recipient, activity, reason
      )
      select jsonb_object_agg(n.activity, n.entries) into notified from (
        select m.activity, jsonb_agg(jsonb_build_object('stream', 'user:' || m.recipient,
          'kind', 'notification.created', 'ref', m.uuid) order by r.nth) as entries
        from made m join recipients r on r.uuid = m.activity and r.sub = m.recipient and r.reason = m.reason
        group by m.activity
      ) n;
    end if;

    return query
      select c.place, case
          when c.uuid = any(accepted) then 'written'
          -- The row exists although its operation does not: the operation is older than the retention.
          when c.reply_to is null then 'operation_id_reused'
          when c.reply_to = any(parents) then
            case when p.expires_at <= written_at then 'activity_expired' else 'operation_id_reused' end
          when not waits then 'retryAlone'
          when exists (select from burned b where b.uuid = c.reply_to) then 'activity_expired'
          else 'activity_not_found'
        end, c.uuid::text, c.author, jsonb_build_object('expires_at', coalesce(p.expires_at, c.expires_at)),
        coalesce(notified -> c.uuid::text, '[]') || jsonb_build_object('stream', 'public',
          'kind', case when c.reply_to is null then 'activity.created' else 'reply.created' end, 'ref', c.uuid)
      from jsonb_to_recordset(cruds) as c (place int, uuid uuid, author uuid, reply_to uuid, expires_at timestamptz)
      left join activities p on p.uuid = c.reply_to
      where c.place <> all(settled);
  end
  $$`;

const messages = [
  // The conversation of each message and its other member: by the conversation's id, or by the handle of the receiver.
  sql`create function conversations_of(messages jsonb)
    returns table (place int, author uuid, message_group uuid, other uuid)
    language sql stable as $$
    select m.place, m.author, g.uuid, case when g.person_a = m.author then g.person_b else g.person_a end
    from jsonb_to_recordset(messages) as m (place int, author uuid, message_group uuid)
    left join message_groups g on g.uuid = m.message_group and m.author in (g.person_a, g.person_b)
    where m.message_group is not null
    union all
    select m.place, m.author, g.uuid, p.sub
    from jsonb_to_recordset(messages) as m (place int, author uuid, message_group uuid, receiver text)
    left join people p on p.handle = m.receiver and p.erased_at is null
    left join message_groups g on g.person_a = least(m.author, p.sub) and g.person_b = greatest(m.author, p.sub)
    where m.message_group is null
    $$`,
  // A conversation is created only with `waits`, because its unique index makes an insert wait.
  sql`create function write_messages(messages jsonb, settled int[], waits boolean, written_at timestamptz)
    returns table (place int, outcome text, ref text, author uuid, facts jsonb, entries jsonb)
    language plpgsql as $$
    #variable_conflict use_column
    declare
      others uuid[] := array(select c.other from conversations_of(messages) c);
      groups uuid[];
      created uuid[] := '{}';
      inserted uuid[];
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

      with made as (
        insert into messages (uuid, message_group, author, message, created_at)
        select m.uuid, c.message_group, m.author, m.message, m.created_at
        from jsonb_to_recordset(messages) as m (place int, uuid uuid, author uuid, message text, created_at timestamptz)
        join conversations_of(messages) c on c.place = m.place
        where m.place <> all(settled) and c.message_group = any(groups) and c.other = any(others)
        order by m.place
        on conflict (uuid) do nothing returning uuid
      )
      select coalesce(array_agg(m.uuid), '{}') into inserted from made m;

      return query
        select m.place, case
            when m.uuid = any(inserted) then 'written'
            when c.other = m.author then 'user_reciever_handle_blank'
            when not waits and not coalesce(c.message_group = any(groups) and c.other = any(others), false)
              then 'retryAlone'
            when m.message_group is not null and c.message_group is null then 'message_group_not_found'
            when c.other = any(others) then 'operation_id_reused'
            else 'user_reciever_handle_blank'
          end, m.uuid || case when c.message_group = any(created) then ' in ' || c.message_group else '' end, m.author,
          jsonb_build_object('message_group_uuid', c.message_group),
          jsonb_build_array(
            jsonb_build_object('stream', 'user:' || m.author, 'kind', 'message.created', 'ref', m.uuid),
            jsonb_build_object('stream', 'user:' || c.other, 'kind', 'message.created', 'ref', m.uuid))
        from jsonb_to_recordset(messages) as m (place int, uuid uuid, author uuid, message_group uuid)
        join conversations_of(messages) c on c.place = m.place
        where m.place <> all(settled);
    end
    $$`,
];

export const writeFunctions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...operations, cruds, ...messages]) await statement.execute(db);
  },
};
