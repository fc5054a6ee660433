/** Web Push: who gets notifications, and which are to be sent. */
export const push = String.raw`
-- The sealed text has the address at the push service and the browser's keys.
create table push_subscriptions (
  uuid uuid primary key,
  owner uuid not null references people (sub),
  origin_jti text not null,
  auth_time bigint not null,
  endpoint_hash text not null,
  host text not null,
  sealed text not null,
  messages boolean not null,
  replies boolean not null,
  mentions boolean not null,
  renewed_at timestamptz(3) not null,
  constraint push_once_per_browser unique (endpoint_hash),
  constraint push_once_per_session unique (owner, origin_jti)
);
create index push_subscriptions_renewed on push_subscriptions (renewed_at);
create trigger push_subscriptions_unsuspended before insert on push_subscriptions
  for each row execute function refuse_suspended_writer('owner');

-- Without foreign keys: a subscription that ends during a commit must not fail a message. The conversation is set for messages: it has
-- one row for each subscription, which names its last message.
create table push_queue (
  id bigint generated always as identity primary key,
  subscription uuid not null,
  owner uuid not null,
  host text not null,
  kind text not null check (kind in ('messages', 'replies', 'mentions')),
  subject uuid not null,
  conversation uuid,
  queued_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  -- Set once the time of the next attempt has come, so that a claim meets only people for whom something is due.
  due boolean not null default false,
  attempts integer not null default 0,
  constraint push_once_per_conversation unique (subscription, conversation)
);
create index push_queue_due on push_queue (host, owner, next_at, id) where due;
create index push_queue_waiting on push_queue (next_at) where not due;
-- A hash, because the order of a B-tree by owner is an alternative to push_queue_due for the planner, and goes through what is not due.
create index push_queue_of_owner on push_queue using hash (owner);
create index push_queue_queued on push_queue (queued_at);

-- In the commit of the subject, so that a restart loses none. Nothing announces a request. The delay is counted from the first message
-- of a burst, the day from its last.
create function queue_message_push() returns trigger language plpgsql as $$
  begin
    insert into push_queue (subscription, owner, host, kind, subject, conversation, queued_at, next_at)
    select s.uuid, s.owner, s.host, 'messages', new.uuid, new.message_group, new.created_at,
      new.created_at + interval '5 seconds'
    from message_groups g
    join push_subscriptions s on s.owner = case when g.person_a = new.author then g.person_b else g.person_a end
    where g.uuid = new.message_group and s.messages and g.requested_by is distinct from new.author
    order by s.uuid
    on conflict (subscription, conversation)
      do update set subject = excluded.subject, queued_at = excluded.queued_at;
    return null;
  end
  $$;
create trigger messages_pushed after insert on messages
  for each row execute function queue_message_push();
create function queue_notification_push() returns trigger language plpgsql as $$
  begin
    insert into push_queue (subscription, owner, host, kind, subject, queued_at, next_at)
    select s.uuid, s.owner, s.host, case when new.reason = 'reply' then 'replies' else 'mentions' end, new.uuid,
      new.created_at, new.created_at + interval '5 seconds'
    from push_subscriptions s
    where s.owner = new.recipient and case when new.reason = 'reply' then s.replies else s.mentions end;
    return null;
  end
  $$;
create trigger notifications_pushed after insert on notifications
  for each row when (new.reason in ('reply', 'mention')) execute function queue_notification_push();

-- Every end of a sign-in is a revocation: a sign-out, one elsewhere, a suspension, a deletion, one by the identity provider.
create function end_push_of_sign_in() returns trigger language plpgsql as $$
  begin
    delete from push_subscriptions s where s.owner = new.sub
      and (s.origin_jti = new.origin_jti or s.auth_time < new.all_before);
    return null;
  end
  $$;
create trigger push_ends_with_sign_in after insert on revocations
  for each row execute function end_push_of_sign_in();
`;
