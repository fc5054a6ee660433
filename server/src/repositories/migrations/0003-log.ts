import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  sql`create table streams (
    id text primary key,
    head bigint not null default 0,
    head_tag text not null default '0',
    tail bigint not null default 0,
    check (tail <= head)
  )`,
  sql`insert into streams (id) values ('public'), ('revocations')`,
  sql`create table log (
    stream text not null references streams (id),
    seq bigint not null,
    tag text not null,
    kind text not null,
    ref text,
    at timestamptz(3) not null,
    primary key (stream, seq)
  )`,
  sql`create index log_ref on log (ref)`,
  sql`create index log_at on log (at)`,
  sql`create table op (
    actor uuid not null references people (sub),
    op_id text not null,
    fingerprint text not null,
    ref text not null,
    at timestamptz(3) not null,
    primary key (actor, op_id)
  )`,
  sql`create index op_at on op (at)`,
  sql`create table revocations (
    uuid uuid primary key,
    sub uuid not null,
    origin_jti text not null,
    all_before bigint,
    at timestamptz(3) not null
  )`,
  // The only code that assigns seq, tag and pos. Called last in a transaction: it locks the streams, people's in order and
  // 'public' at the end, so that writers cannot deadlock and hold the contended lock for the shortest time.
  sql`create function append(entries jsonb, appended_at timestamptz)
    returns table (stream text, previous text, seq bigint, tag text, kind text, ref text)
    language plpgsql as $$
    declare
      entry record;
      before_it record;
    begin
      for entry in
        select e.value ->> 'stream' as stream, e.value ->> 'kind' as kind, e.value ->> 'ref' as ref
        from jsonb_array_elements(entries) with ordinality as e (value, place)
        order by e.value ->> 'stream' = 'public', e.value ->> 'stream' collate "C", e.place
      loop
        select s.head, s.head_tag into before_it from streams s where s.id = entry.stream for update;
        if not found then
          raise exception 'no stream %', entry.stream;
        end if;
        stream := entry.stream;
        kind := entry.kind;
        ref := entry.ref;
        previous := before_it.head_tag;
        seq := before_it.head + 1;
        tag := substr(replace(gen_random_uuid()::text, '-', ''), 1, 8);
        update streams s set head = append.seq, head_tag = append.tag where s.id = append.stream;
        insert into log values (append.stream, append.seq, append.tag, append.kind, append.ref, appended_at);
        if kind in ('activity.created', 'reply.created') then
          update activities a set pos = append.seq where a.uuid = append.ref::uuid;
        elsif kind = 'notification.created' then
          update notifications n set seq = append.seq where n.uuid = append.ref::uuid;
        elsif kind = 'message.created' then
          update group_members g set last_seq = append.seq
          where g.person = substr(append.stream, 6)::uuid
            and g.message_group = (select m.message_group from messages m where m.uuid = append.ref::uuid);
        end if;
        return next;
      end loop;
    end
    $$`,
];

export const log: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
  },
};
