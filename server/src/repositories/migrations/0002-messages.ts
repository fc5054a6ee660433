import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  sql`create table message_groups (
    uuid uuid primary key,
    person_a uuid not null references people (sub),
    person_b uuid not null references people (sub),
    head bigint not null default 0,
    created_at timestamptz(3) not null,
    constraint message_groups_pair unique (person_a, person_b),
    check (person_a < person_b)
  )`,
  sql`create table group_members (
    message_group uuid not null references message_groups (uuid),
    person uuid not null references people (sub),
    read_pos bigint not null default 0,
    last_seq bigint not null default 0,
    primary key (message_group, person)
  )`,
  sql`create index group_members_of_person on group_members (person, last_seq desc)`,
  sql`create table messages (
    uuid uuid primary key,
    message_group uuid not null references message_groups (uuid),
    pos bigint not null check (pos > 0),
    author uuid not null references people (sub),
    message text not null check (char_length(message) between 1 and 1024),
    created_at timestamptz(3) not null,
    unique (message_group, pos)
  )`,
];

export const messages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
  },
};
