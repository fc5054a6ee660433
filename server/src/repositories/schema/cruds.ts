/** Cruds, what people do with them, and what remains of deleted ones. */
export const cruds = String.raw`
-- Without a foreign key of replies: the purge deletes them in bounded batches.
create table activities (
  uuid uuid primary key,
  pos bigint unique,
  author uuid not null references people (sub),
  message text not null check (char_length(message) between 1 and 1024),
  -- The words of the text for search, which the program makes.
  terms tsvector not null,
  reply_to uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) check (expires_at > created_at),
  likes_count integer not null default 0 check (likes_count >= 0),
  reposts_count integer not null default 0 check (reposts_count >= 0),
  replies_count integer not null default 0,
  version bigint not null default 0
);
create index activities_feed on activities (pos desc) where reply_to is null;
create index activities_of_author on activities (author, pos desc);
create index activities_top_of_author on activities (author, pos desc) where reply_to is null;
create index activities_replies on activities (reply_to, pos desc) where reply_to is not null;
create index activities_expiry on activities (expires_at);
create index activities_terms on activities using gin (terms);

create table hashtags (
  activity uuid not null references activities (uuid) on delete cascade,
  hashtag text not null,
  label text not null,
  -- That of the crud, so that an index has the newest cruds of a hashtag in order.
  pos bigint not null,
  primary key (hashtag, activity)
);
create index hashtags_activity on hashtags (activity);
create index hashtags_by_label on hashtags (hashtag, label);
create index hashtags_newest on hashtags (hashtag, pos desc);

create table likes (
  activity uuid not null,
  person uuid not null references people (sub),
  created_at timestamptz(3) not null,
  primary key (activity, person)
);
create index likes_of_person on likes (person);
create index likes_in_time on likes (activity, created_at) include (person);
create trigger likes_refuse_erased before insert on likes
  for each row execute function refuse_erased('person');

create table reposts (
  activity uuid not null,
  person uuid not null references people (sub),
  pos bigint not null,
  created_at timestamptz(3) not null,
  primary key (activity, person)
);
create index reposts_of_person on reposts (person, pos desc);
create index reposts_in_time on reposts (activity, created_at) include (person);
create trigger reposts_refuse_erased before insert on reposts
  for each row execute function refuse_erased('person');

create table notifications (
  uuid uuid primary key,
  recipient uuid not null references people (sub),
  activity uuid not null,
  reason text not null check (reason in ('reply', 'mention', 'like', 'repost')),
  actor uuid not null references people (sub),
  seq bigint,
  created_at timestamptz(3) not null,
  unique (recipient, activity, reason, actor)
);
create index notifications_of_person on notifications (recipient, seq desc);
create index notifications_activity on notifications (activity);
create index notifications_in_time on notifications (activity, reason, created_at);
create index notifications_of_actor on notifications (actor);
create index notifications_of_reply on notifications (actor, recipient) where reason = 'reply';

-- A recipient may be erased concurrently: then their notification is dropped.
create function skip_erased_recipient() returns trigger language plpgsql as $$
  begin
    perform from people p where p.sub = new.recipient and p.erased_at is null for key share;
    if found then
      return new;
    end if;
    return null;
  end
  $$;
create trigger notifications_skip_erased before insert on notifications
  for each row execute function skip_erased_recipient();

-- Outlives a crud's row and its event in the log, so that its page answers 410 and not 404.
create table burned (
  uuid uuid primary key,
  expired_at timestamptz(3) not null
);
create index burned_expired_at on burned (expired_at);

-- The replies to a burned crud that had nested replies, for as long as the event of the burn is in the log.
create table burned_threads (
  root uuid not null,
  reply uuid not null,
  at timestamptz(3) not null,
  primary key (root, reply)
);
create index burned_threads_at on burned_threads (at);

-- The deleted cruds whose replies and marks the purge deletes in bounded batches. A cascade would delete a million likes in the
-- statement that deletes their crud.
create table purge_queue (
  activity uuid primary key,
  replies_gone boolean not null default false,
  -- For the age of texts that a burn has left. By the database's clock, because the trigger does not know a gateway's.
  queued_at timestamptz not null default now()
);
create index purge_queue_replies on purge_queue (activity) where not replies_gone;
create index purge_queue_marks on purge_queue (activity) where replies_gone;

-- Finds a crud's row in the log by its position, which is its seq on the public stream: a search by its ref would also read the row of
-- each like. The plans must not scan whole tables: a plan for a hundred rows is also used for a single one.
create function record_deleted_activities() returns trigger language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
  as $$
  begin
    insert into burned (uuid, expired_at)
      select uuid, coalesce(expires_at, created_at) from deleted on conflict do nothing;
    update log l set kind = 'void' from deleted d where l.stream = 'public' and l.seq = d.pos
      and l.kind in ('activity.created', 'reply.created');
    insert into purge_queue (activity)
      select d.uuid from deleted d cross join lateral (
        (select from activities r where r.reply_to = d.uuid limit 1)
        union all (select from likes l where l.activity = d.uuid limit 1)
        union all (select from reposts s where s.activity = d.uuid limit 1)
        union all (select from notifications n where n.activity = d.uuid limit 1)
        limit 1
      ) remains
      on conflict (activity) do nothing;
    return null;
  end
  $$;
create trigger activities_record_deleted after delete on activities
  referencing old table as deleted for each statement execute function record_deleted_activities();
`;
