import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // Empty for what the version before has saved; a browser renews its subscription once a day.
  sql`alter table push_subscriptions add column host text not null default ''`,
  // `conversation` is set for messages: a conversation has one row for each subscription, which names its last message.
  sql`alter table push_queue add column host text not null default '', add column conversation uuid,
    add constraint push_once_per_conversation unique (subscription, conversation)`,
  sql`create index push_queue_of_host on push_queue (host, next_at)`,
  sql`create index push_queue_turns on push_queue (host, owner, next_at, id)`,
  sql`drop index push_queue_next`,
  // The delay is counted from the first message of a burst, the day from its last.
  sql`create or replace function queue_message_push() returns trigger language plpgsql as $$
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
    $$`,
  sql`create or replace function queue_notification_push() returns trigger language plpgsql as $$
    begin
      insert into push_queue (subscription, owner, host, kind, subject, queued_at, next_at)
      select s.uuid, s.owner, s.host, case when new.reason = 'reply' then 'replies' else 'mentions' end, new.uuid,
        new.created_at, new.created_at + interval '5 seconds'
      from push_subscriptions s
      where s.owner = new.recipient and case when new.reason = 'reply' then s.replies else s.mentions end;
      return null;
    end
    $$`,
];

export const pushServices: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['push_subscriptions', 'push_queue'] });
    for (const statement of statements) await statement.execute(db);
  },
};
