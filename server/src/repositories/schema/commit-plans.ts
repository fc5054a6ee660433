/** The writes of a commit in one call: see `docs/decisions/0003-shared-commits.md`. */
export const commitPlans = String.raw`
-- Called as a statement of its own, which is a transaction: so a commit is one round trip. A failure rolls back all its writes. Each
-- statement inside has its own snapshot: those after a lock see what its previous holder has committed. The names of the authors are read
-- under the streams' locks, so that an event never shows an older name than an event before it. Cruds are inserted there too, with their
-- position: an update of the position would write all their index entries twice.
-- Cached plans may date from when the tables were empty, so they must not scan whole tables. They must be generic: PostgreSQL would plan
-- most of the statements again at each call, which takes longer than to run them. Nearly all the time is that of starting statements, not
-- of their rows, so there are few of them.
-- A statement that a network held back must not run when it arrives, because its caller may have got another answer to a repeat since: a
-- commit after valid_until fails.
-- Elements 1 to cardinality(uuids) of the arrays are cruds; the other plans are JSON. One without an operation has no operation_id.
create function commit_plans(
    actors uuid[], operation_ids text[], fingerprints text[],
    uuids uuid[], messages text[], parents uuid[], created timestamptz[], expires timestamptz[],
    tagged jsonb, mentioned jsonb, mentions_max int, others jsonb, terms text[], waits boolean, written_at timestamptz,
    valid_until timestamptz
  ) returns json
  language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off set jit to off
  set plan_cache_mode to force_generic_plan
  as $$
  #variable_conflict use_column
  declare
    outcomes text[] := array_fill(null::text, array[cardinality(actors)]);
    refs text[] := outcomes;
    unerased uuid[];
    is_repeated boolean;
    has_replies boolean := array_remove(parents, null) <> '{}';
    locked uuid[];
    done int[];
    authors uuid[];
    facts jsonb[];
    entries jsonb := '[]';
    owners int[];
    lines json;
    accepted int[];
    head_before bigint;
    tag_before text;
    cruds json;
    settled json;
    one record;
  begin
    if waits then
      perform pg_advisory_xact_lock(hashtextextended(o.key, 0)) from (
        select u.actor || ' ' || u.operation_id as key from unnest(actors, operation_ids) as u (actor, operation_id)
        where u.operation_id is not null order by key
      ) o;
      perform from people p where p.sub = any(actors) for key share;
    else
      for n in 1 .. cardinality(actors) loop
        if operation_ids[n] is not null and not pg_try_advisory_xact_lock(hashtextextended(actors[n] || ' ' || operation_ids[n], 0)) then
          outcomes[n] := 'retryAlone';
        end if;
      end loop;
    end if;

    -- Must stay separate: only its snapshot sees the commits of the previous lock holders.
    select coalesce(array_agg(p.sub), '{}'),
      exists (select from unnest(actors, operation_ids) as o (actor, operation_id) join operations e
          on e.actor = o.actor and e.operation_id = o.operation_id)
        or exists (select from activities a where a.uuid = any(uuids))
      into unerased, is_repeated
      from (
        select p.sub from people p where p.sub = any(actors) and p.erased_at is null for key share skip locked
      ) p;
    if is_repeated or not array_remove(actors, null) <@ unerased then
      for one in
        select o.n, e.ref, case
            when e.fingerprint = keyed_fingerprint(o.fingerprint) then 'earlier'
            when e.fingerprint is not null then 'operation_id_reused'
            when o.operation_id is not null and o.actor <> all(unerased) then
              case when waits then 'generic_401' else 'retryAlone' end
            -- The row exists although its operation does not: the operation is older than the retention.
            when parents[o.n] is null and exists (select from activities a where a.uuid = uuids[o.n])
              then 'operation_id_reused'
          end as outcome
        from unnest(actors, operation_ids, fingerprints) with ordinality as o (actor, operation_id, fingerprint, n)
        left join operations e on e.actor = o.actor and e.operation_id = o.operation_id
        where outcomes[o.n] is null
      loop
        outcomes[one.n] := one.outcome;
        refs[one.n] := one.ref;
      end loop;
    end if;

    if has_replies then
      -- Against burning, until the commit.
      if waits then
        perform from activities a where a.uuid = any(parents) order by a.uuid for key share;
      end if;
      locked := array(select a.uuid from activities a where a.uuid = any(parents) for key share skip locked);
      for one in
        select o.n, p.expires_at, case
            when o.parent = any(locked) then case
              when p.expires_at <= written_at then 'activity_expired'
              when exists (select from activities a where a.uuid = o.uuid) then 'operation_id_reused'
            end
            when not waits then 'retryAlone'
            when exists (select from burned b where b.uuid = o.parent) then 'activity_expired'
            else 'activity_not_found'
          end as outcome
        from unnest(parents, uuids) with ordinality as o (parent, uuid, n)
        left join activities p on p.uuid = o.parent
        where o.parent is not null and outcomes[o.n] is null
      loop
        outcomes[one.n] := one.outcome;
        expires[one.n] := one.expires_at;
      end loop;
    end if;

    -- Notifies the author of the parent, and the mentioned people in the order of the text.
    if has_replies or mentioned is not null then
      with new_cruds as (
        select o.n, o.uuid, o.author, o.created_at, p.author as parent_author
        from unnest(uuids, actors, created, parents) with ordinality as o (uuid, author, created_at, parent, n)
        left join activities p on p.uuid = o.parent
        where o.uuid is not null and outcomes[o.n] is null
      ), recipients as (
        select a.n, a.parent_author as sub, 'reply' as reason, 0 as nth from new_cruds a where a.parent_author is not null
        union all
        select m.n, m.sub, 'mention', m.nth from (
          select a.n, p.sub, row_number() over (partition by a.n order by m.nth) as nth
          from jsonb_to_recordset(mentioned) as m (plan_index int, nth int, handle text)
          join new_cruds a on a.n = m.plan_index
          join people p on p.handle = m.handle and p.erased_at is null and p.sub is distinct from a.parent_author
        ) m where m.nth <= mentions_max
      ), notification_inserts as (
        insert into notifications (uuid, recipient, activity, reason, actor, created_at)
        select gen_random_uuid(), r.sub, a.uuid, r.reason, a.author, a.created_at
        from recipients r join new_cruds a on a.n = r.n where r.sub <> a.author
        on conflict do nothing returning uuid, recipient, activity, reason
      )
      select coalesce(jsonb_agg(jsonb_build_object('stream', 'user:' || m.recipient, 'kind', 'notification.created',
          'ref', m.uuid) order by r.n, r.nth), '[]'), array_agg(r.n::int order by r.n, r.nth)
        into entries, owners
        from notification_inserts m join new_cruds a on a.uuid = m.activity
        join recipients r on r.n = a.n and r.sub = m.recipient and r.reason = m.reason;
    end if;

    if others is not null then
      done := array(
        select o.n::int from unnest(outcomes) with ordinality as o (outcome, n) where o.outcome is not null
      );
      for one in
        select w.* from write_messages(others -> 'messages', done, waits, written_at) w where others ? 'messages'
        union all
        select w.* from write_marks(others -> 'marks', done, waits, written_at) w where others ? 'marks'
        union all
        select w.* from write_reads(others -> 'reads', done, waits, written_at) w where others ? 'reads'
      loop
        outcomes[one.plan_index] := one.outcome;
        refs[one.plan_index] := one.ref;
        authors[one.plan_index] := one.author;
        facts[one.plan_index] := one.facts;
        if one.outcome = 'written' then
          owners := owners || array_fill(one.plan_index, array[jsonb_array_length(one.entries)]);
          entries := entries || one.entries;
        end if;
      end loop;
      perform remember_operations(jsonb_agg(jsonb_build_object('actor', o.actor, 'operation_id', o.operation_id,
          'fingerprint', o.fingerprint, 'ref', o.ref)), written_at)
        from unnest(actors, operation_ids, fingerprints, refs, outcomes) as o (actor, operation_id, fingerprint, ref, outcome)
        where o.operation_id is not null and o.outcome = 'written' having count(*) > 0;
    end if;

    -- The streams of people; like append(), this function locks the public stream last.
    if entries <> '[]' then
      select json_agg(json_build_array(owners[a.entry_index], a.stream, a.previous, a.seq, a.tag, a.kind, a.ref) order by a.entry_index)
        into lines from append(entries, written_at) a;
    end if;

    accepted := array_positions(outcomes[1 : cardinality(uuids)], null);
    if accepted <> '{}' then
      select s.head, s.head_tag into strict head_before, tag_before from streams s where s.id = 'public' for update;
      with new_cruds as materialized (
        select o.*, head_before + row_number() over (order by o.n) as pos, substr(gen_random_uuid()::text, 1, 8) as tag
        from unnest(terms, uuids, actors, messages, parents, created, expires, operation_ids, fingerprints) with ordinality
          as o (terms, uuid, author, message, parent, created_at, expires_at, operation_id, fingerprint, n)
        where o.n = any(accepted)
      ), log_inserts as (
        insert into log (stream, seq, tag, kind, ref, at)
        select 'public', p.pos, p.tag, case when p.parent is null then 'activity.created' else 'reply.created' end,
          p.uuid::text, written_at
        from new_cruds p
      ), stream_updates as (
        update streams s set head = s.head + cardinality(accepted),
          head_tag = (select p.tag from new_cruds p order by p.pos desc limit 1)
        where s.id = 'public'
      ), operation_inserts as (
        insert into operations (actor, operation_id, fingerprint, ref, at)
        select p.author, p.operation_id, keyed_fingerprint(p.fingerprint, s.envelope_key), p.uuid::text, written_at
        from new_cruds p join store s on s.singleton where p.operation_id is not null
      ), crud_inserts as (
        insert into activities (terms, uuid, pos, author, message, reply_to, created_at, expires_at)
        select p.terms::tsvector, p.uuid, p.pos, p.author, p.message, p.parent, p.created_at, p.expires_at from new_cruds p
      )
      select json_agg(json_build_array(p.n, p.pos, p.tag, p.expires_at, a.handle, a.display_name, a.avatar_version) order by p.n)
        into cruds from new_cruds p join people a on a.sub = p.author;
      if tagged is not null then
        insert into hashtags (activity, hashtag, label, pos)
        select uuids[t.plan_index], t.hashtag, t.label, head_before + array_position(accepted, t.plan_index)
        from jsonb_to_recordset(tagged) as t (plan_index int, hashtag text, label text)
        where t.plan_index = any(accepted);
      end if;
    end if;

    if array_remove(outcomes, null) <> '{}' then
      select json_agg(json_build_array(o.n, o.outcome, o.ref, o.facts, (
          select json_build_object('handle', p.handle, 'display_name', p.display_name, 'cognito_user_uuid', p.sub,
            'avatar_version', p.avatar_version) from people p where p.sub = o.author)))
        into settled
        from unnest(outcomes, refs, facts, authors) with ordinality as o (outcome, ref, facts, author, n)
        where o.outcome is not null;
    end if;
    if clock_timestamp() > valid_until then
      raise exception 'the writes came too late' using errcode = 'LATEW';
    end if;
    return json_build_object('cruds', cruds, 'previous', tag_before, 'settled', settled, 'lines', lines);
  end
  $$;
`;
