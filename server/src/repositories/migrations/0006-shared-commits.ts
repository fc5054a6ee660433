import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // append() assigns a message's position, like a crud's: the order of events is known only there.
  sql`alter table messages alter column pos drop not null`,
  sql`drop function append(jsonb, timestamptz)`,
  // The only code that assigns seq, tag and pos, for one operation or for many. Called last in a transaction: it locks the
  // streams, people's in order and 'public' at the end, so that writers cannot deadlock and hold the contended lock for the
  // shortest time. Cached plans may date from when the tables were empty, so they must not scan whole tables.
  sql`create function append(entries jsonb, appended_at timestamptz)
    returns table (place bigint, stream text, previous text, seq bigint, tag text, kind text, ref text)
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

      return query with said as (
        select e.place, e.value ->> 'stream' as stream, e.value ->> 'kind' as kind, e.value ->> 'ref' as ref,
          substr(replace(gen_random_uuid()::text, '-', ''), 1, 8) as tag,
          row_number() over (partition by e.value ->> 'stream' order by e.place) as nth
        from jsonb_array_elements(entries) with ordinality as e (value, place)
      ), placed as (
        select said.place, said.stream, s.head + said.nth as seq, said.tag, said.kind, said.ref,
          coalesce(lag(said.tag) over (partition by said.stream order by said.place), s.head_tag) as previous,
          case when said.kind in ('activity.created', 'reply.created', 'notification.created')
            then said.ref::uuid end as row_id
        from said join streams s on s.id = said.stream
      ), logged as (
        insert into log (stream, seq, tag, kind, ref, at)
        select stream, seq, tag, kind, ref, appended_at from placed order by place
      ), moved as (
        update streams s set head = newest.seq, head_tag = newest.tag
        from (select distinct on (stream) stream, seq, tag from placed order by stream, seq desc) newest
        where s.id = newest.stream
      ), cruds as (
        update activities a set pos = placed.seq from placed
        where placed.kind in ('activity.created', 'reply.created') and a.uuid = placed.row_id
      ), told as (
        update notifications n set seq = placed.seq from placed
        where placed.kind = 'notification.created' and n.uuid = placed.row_id
      )
      select place, stream, previous, seq, tag, kind, ref from placed order by place;

      get diagnostics appended = row_count;
      if appended < jsonb_array_length(entries) then
        raise exception 'a stream is missing';
      end if;
      if entries @> '[{"kind": "message.created"}]' then
        perform place_messages(entries);
      end if;
    end
    $$`,
  // Positions in a conversation have no gaps and follow the order of the events; a message moves its author's read mark. The
  // writing transaction holds the conversation's lock.
  sql`create function place_messages(entries jsonb) returns void language plpgsql
    set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
    as $$
    begin
      with said as (
        select e.value ->> 'ref' as ref, min(e.place) as place
        from jsonb_array_elements(entries) with ordinality as e (value, place)
        where e.value ->> 'kind' = 'message.created' group by e.value ->> 'ref'
      ), placed as (
        select m.uuid, m.message_group, m.author,
          g.head + row_number() over (partition by m.message_group order by said.place) as pos
        from said join messages m on m.uuid = said.ref::uuid
        join message_groups g on g.uuid = m.message_group where m.pos is null
      ), numbered as (
        update messages m set pos = placed.pos from placed where m.uuid = placed.uuid
      ), counted as (
        update message_groups g set head = newest.pos
        from (select message_group, max(pos) as pos from placed group by message_group) newest
        where g.uuid = newest.message_group
      )
      update group_members g set read_pos = own.pos
      from (select message_group, author, max(pos) as pos from placed group by message_group, author) own
      where g.message_group = own.message_group and g.person = own.author;

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
    $$`,
];

export const sharedCommits: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
  },
};
