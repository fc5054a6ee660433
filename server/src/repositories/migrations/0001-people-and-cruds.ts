import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  sql`create table store (
    singleton boolean primary key default true check (singleton),
    id uuid not null,
    envelope_key text not null
  )`,
  sql`create table people (
    sub uuid primary key,
    handle text not null constraint people_handle_unique unique check (handle ~ '^[a-z0-9_]{3,20}$'),
    display_name text not null check (char_length(display_name) between 1 and 50),
    bio text not null default '' check (char_length(bio) <= 160),
    email text not null,
    avatar_version integer not null default 0 check (avatar_version >= 0),
    notifications_read_seq bigint not null default 0,
    created_at timestamptz(3) not null
  )`,
  sql`create table activities (
    uuid uuid primary key,
    pos bigint unique,
    author uuid not null references people (sub),
    message text not null check (char_length(message) between 1 and 1024),
    reply_to uuid references activities (uuid) on delete cascade,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) check (expires_at > created_at),
    likes_count integer not null default 0 check (likes_count >= 0),
    reposts_count integer not null default 0 check (reposts_count >= 0),
    version bigint not null default 0,
    words tsvector generated always as (to_tsvector('simple', message)) stored
  )`,
  sql`create index activities_feed on activities (pos desc) where reply_to is null`,
  sql`create index activities_of_author on activities (author, pos desc)`,
  sql`create index activities_replies on activities (reply_to, pos desc) where reply_to is not null`,
  sql`create index activities_expiry on activities (expires_at)`,
  sql`create index activities_words on activities using gin (words)`,
  sql`create table hashtags (
    activity uuid not null references activities (uuid) on delete cascade,
    hashtag text not null,
    label text not null,
    primary key (hashtag, activity)
  )`,
  sql`create index hashtags_activity on hashtags (activity)`,
  sql`create table likes (
    activity uuid not null references activities (uuid) on delete cascade,
    person uuid not null references people (sub),
    created_at timestamptz(3) not null,
    primary key (activity, person)
  )`,
  sql`create table reposts (
    activity uuid not null references activities (uuid) on delete cascade,
    person uuid not null references people (sub),
    pos bigint not null,
    created_at timestamptz(3) not null,
    primary key (activity, person)
  )`,
  sql`create index reposts_of_person on reposts (person, pos desc)`,
  sql`create table notifications (
    uuid uuid primary key,
    recipient uuid not null references people (sub),
    activity uuid not null references activities (uuid) on delete cascade,
    reason text not null check (reason in ('reply', 'mention', 'like', 'repost')),
    actor uuid not null references people (sub),
    seq bigint,
    created_at timestamptz(3) not null,
    unique (recipient, activity, reason, actor)
  )`,
  sql`create index notifications_of_person on notifications (recipient, seq desc)`,
  sql`create index notifications_activity on notifications (activity)`,
  sql`create table avatar_uploads (
    key text primary key,
    sub uuid not null references people (sub),
    extension text not null,
    expires_at timestamptz(3) not null,
    looked_at timestamptz(3)
  )`,
  sql`create index avatar_uploads_looked_at on avatar_uploads (looked_at)`,
];

export const peopleAndCruds: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
    const key = randomBytes(32).toString('base64');
    await sql`insert into store (id, envelope_key) values (${randomUUID()}, ${key})`.execute(db);
  },
};
