import { type Kysely, type Migration, sql } from 'kysely';

// As in migration 0017, except for the entries: while one of the two has read receipts off or has blocked the other, the other member
// gets no event, not even one that says nothing, because its time would say when the conversation was read.
const writeReads = sql`create or replace function write_reads(reads jsonb, settled int[], waits boolean, written_at timestamptz)
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
        case when r.is_announced and g.uuid is not null then (
          select jsonb_agg(
            jsonb_build_object('stream', 'user:' || m.person, 'kind', 'read.updated', 'ref', g.uuid || '/' || r.reader)
            order by m.place)
          from (values (1, g.person_a), (2, g.person_b)) as m (place, person)
          where m.person = r.reader
            or (not is_blocked_between(g.person_a, g.person_b)
              and (select bool_and(p.shares_reads) from people p where p.sub in (g.person_a, g.person_b)))
        ) else '[]' end
      from jsonb_to_recordset(reads) as r (place int, message_group uuid, reader uuid, is_announced boolean)
      left join message_groups g on g.uuid = r.message_group and r.reader in (g.person_a, g.person_b)
        and g.uuid = any(groups)
      where r.place <> all(settled);
  end
  $$`;

export const privateReads: Migration = {
  async up(db: Kysely<unknown>) {
    await writeReads.execute(db);
  },
};
