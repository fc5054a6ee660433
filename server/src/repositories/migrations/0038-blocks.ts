import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  sql`create table blocks (
    blocker uuid not null references people (sub),
    blocked uuid not null references people (sub),
    created_at timestamptz(3) not null,
    primary key (blocker, blocked),
    check (blocker <> blocked)
  )`,
  sql`create index blocks_of_blocked on blocks (blocked, blocker)`,
  sql`create function is_blocked_between(a uuid, b uuid) returns boolean language sql stable as $$
    select exists (select from blocks where blocker = a and blocked = b)
      or exists (select from blocks where blocker = b and blocked = a)
    $$`,
  // Every writer holds a key-share lock of the person who acts, and a block waits for those of both people. So a trigger, whose
  // statement has a snapshot of its own, sees every block that was committed before the writer got its lock.
  sql`create function refuse_blocked_message() returns trigger language plpgsql as $$
    begin
      if (select is_blocked_between(g.person_a, g.person_b) from message_groups g where g.uuid = new.message_group) then
        raise exception 'one member of the conversation has blocked the other' using errcode = 'BLKMS';
      end if;
      return new;
    end
    $$`,
  sql`create trigger messages_not_blocked before insert on messages
    for each row execute function refuse_blocked_message()`,
  sql`create function refuse_blocked_reply() returns trigger language plpgsql as $$
    begin
      if (select is_blocked_between(a.author, new.author) from activities a where a.uuid = new.reply_to) then
        raise exception 'the author of the reply or of its parent has blocked the other' using errcode = 'BLKAC';
      end if;
      return new;
    end
    $$`,
  sql`create trigger replies_not_blocked before insert on activities
    for each row when (new.reply_to is not null) execute function refuse_blocked_reply()`,
  sql`create function refuse_blocked_mark() returns trigger language plpgsql as $$
    begin
      if (select is_blocked_between(a.author, new.person) from activities a where a.uuid = new.activity) then
        raise exception 'the author of the crud has blocked the person, or the reverse' using errcode = 'BLKAC';
      end if;
      return new;
    end
    $$`,
  sql`create trigger likes_not_blocked before insert on likes
    for each row execute function refuse_blocked_mark()`,
  sql`create trigger reposts_not_blocked before insert on reposts
    for each row execute function refuse_blocked_mark()`,
  // Without a row there is no event either: the functions append events of the rows that were inserted.
  sql`create function skip_blocked_notification() returns trigger language plpgsql as $$
    begin
      if is_blocked_between(new.recipient, new.actor) then return null; end if;
      return new;
    end
    $$`,
  sql`create trigger notifications_not_blocked before insert on notifications
    for each row execute function skip_blocked_notification()`,
];

/** The blocks, and triggers that refuse writes between the two, whichever version of the program makes them. */
export const blocks: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, {
      againstWrites: ['people', 'activities', 'messages', 'likes', 'reposts', 'notifications'],
    });
    for (const statement of statements) await statement.execute(db);
  },
};
