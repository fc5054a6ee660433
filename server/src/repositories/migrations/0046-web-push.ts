import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // `sealed` has the address at the push service and the browser's keys.
  sql`create table push_subscriptions (
    uuid uuid primary key,
    owner uuid not null references people (sub),
    origin_jti text not null,
    auth_time bigint not null,
    endpoint_hash text not null,
    sealed text not null,
    messages boolean not null,
    replies boolean not null,
    mentions boolean not null,
    renewed_at timestamptz(3) not null,
    constraint push_once_per_browser unique (endpoint_hash),
    constraint push_once_per_session unique (owner, origin_jti)
  )`,
  sql`create index push_subscriptions_renewed on push_subscriptions (renewed_at)`,
  // Without foreign keys: a subscription that ends during a commit must not fail a message.
  sql`create table push_queue (
    id bigint generated always as identity primary key,
    subscription uuid not null,
    owner uuid not null,
    kind text not null check (kind in ('messages', 'replies', 'mentions')),
    subject uuid not null,
    queued_at timestamptz(3) not null,
    next_at timestamptz(3) not null,
    attempts int not null default 0
  )`,
  sql`create index push_queue_next on push_queue (next_at)`,
  sql`create index push_queue_of_owner on push_queue (owner)`,
  sql`create index push_queue_queued on push_queue (queued_at)`,
  // In the commit of the subject, whichever version of the program makes it, so that a restart loses none. Nothing announces a request.
  sql`create function queue_message_push() returns trigger language plpgsql as $$
    begin
      insert into push_queue (subscription, owner, kind, subject, queued_at, next_at)
      select s.uuid, s.owner, 'messages', new.uuid, new.created_at, new.created_at + interval '5 seconds'
      from message_groups g
      join push_subscriptions s on s.owner = case when g.person_a = new.author then g.person_b else g.person_a end
      where g.uuid = new.message_group and s.messages and g.requested_by is distinct from new.author;
      return null;
    end
    $$`,
  sql`create trigger messages_pushed after insert on messages
    for each row execute function queue_message_push()`,
  sql`create function queue_notification_push() returns trigger language plpgsql as $$
    begin
      insert into push_queue (subscription, owner, kind, subject, queued_at, next_at)
      select s.uuid, s.owner, case when new.reason = 'reply' then 'replies' else 'mentions' end, new.uuid,
        new.created_at, new.created_at + interval '5 seconds'
      from push_subscriptions s
      where s.owner = new.recipient and case when new.reason = 'reply' then s.replies else s.mentions end;
      return null;
    end
    $$`,
  sql`create trigger notifications_pushed after insert on notifications
    for each row when (new.reason in ('reply', 'mention')) execute function queue_notification_push()`,
  // Every end of a sign-in is a revocation: a sign-out, one elsewhere, a suspension, a deletion, one by the identity provider.
  sql`create function end_push_of_sign_in() returns trigger language plpgsql as $$
    begin
      delete from push_subscriptions s where s.owner = new.sub
        and (s.origin_jti = new.origin_jti or s.auth_time < new.all_before);
      return null;
    end
    $$`,
  sql`create trigger push_ends_with_sign_in after insert on revocations
    for each row execute function end_push_of_sign_in()`,
];

export const webPush: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { againstWrites: ['people', 'messages', 'notifications', 'revocations'] });
    for (const statement of statements) await statement.execute(db);
  },
};
