import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // Null keeps messages. Of the change that was made last: by whom and when.
  sql`alter table message_groups add column lifetime_ms bigint, add column lifetime_by uuid,
    add column lifetime_at timestamptz(3)`,
  sql`alter table messages add column expires_at timestamptz(3)`,
  // As in migration 0016, except for the expiry: it follows from the lifetime of the conversation, whose row is locked here.
  sql`create or replace function write_messages(messages jsonb, settled int[], waits boolean, written_at timestamptz)
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

      -- Must stay separate from the locks: only its snapshot sees a lifetime that the previous lock holder has set.
      with made as (
        insert into messages (uuid, message_group, author, message, created_at, expires_at)
        select m.uuid, c.message_group, m.author, m.message, m.created_at,
          m.created_at + g.lifetime_ms * interval '1 ms'
        from jsonb_to_recordset(messages) as m (place int, uuid uuid, author uuid, message text, created_at timestamptz)
        join conversations_of(messages) c on c.place = m.place
        join message_groups g on g.uuid = c.message_group
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
          jsonb_build_object('message_group_uuid', c.message_group,
            'expires_at', (select w.expires_at from messages w where w.uuid = m.uuid)),
          jsonb_build_array(
            jsonb_build_object('stream', 'user:' || m.author, 'kind', 'message.created', 'ref', m.uuid),
            jsonb_build_object('stream', 'user:' || c.other, 'kind', 'message.created', 'ref', m.uuid))
        from jsonb_to_recordset(messages) as m (place int, uuid uuid, author uuid, message_group uuid)
        join conversations_of(messages) c on c.place = m.place
        where m.place <> all(settled);
    end
    $$`,
];

/**
 * The lifetime of a conversation and the expiry of its messages. The purge deletes expired messages, so positions in a conversation
 * may then have gaps: readers count its messages instead.
 */
export const messageLifetimes: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['message_groups', 'messages'] });
    for (const statement of statements) await statement.execute(db);
  },
};
