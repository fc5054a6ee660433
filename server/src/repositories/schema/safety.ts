/** Reports, the actions of operators, mutes and blocks. */
export const safety = String.raw`
-- The person is the author of the subject. What was reported may be burned before the operators look, so its text is kept here, sealed
-- with the store's key and apart from the crud.
create table reports (
  uuid uuid primary key,
  reporter uuid not null references people (sub),
  kind text not null check (kind in ('crud', 'message', 'person')),
  subject uuid not null,
  person uuid not null references people (sub),
  reason text not null,
  note_sealed text,
  text_sealed text,
  created_at timestamptz(3) not null,
  announced boolean not null,
  constraint reports_once unique (reporter, kind, subject)
);
create index reports_of_subject on reports (subject, kind);
create index reports_of_person on reports (person);
create index reports_with_text on reports (created_at) where text_sealed is not null;
create index reports_to_announce on reports (created_at) where not announced;
create trigger reports_unsuspended before insert on reports
  for each row execute function refuse_suspended_writer('reporter');

-- Names the person whom an action concerns by id only, because its rows outlive an erasure.
create table operator_actions (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  operator text not null,
  action text not null,
  subject uuid not null,
  person uuid not null,
  reason text,
  until timestamptz(3)
);
create index operator_actions_of_person on operator_actions (person) where reason is not null;
create function refuse_change_of_actions() returns trigger language plpgsql as $$
  begin
    raise exception 'operator_actions only accepts new rows';
  end
  $$;
create trigger operator_actions_append_only before delete or truncate on operator_actions
  for each statement execute function refuse_change_of_actions();

-- A reason is an operator's text about a person, so it is erased with the account. Everything else stays.
create function erase_reasons_only() returns trigger language plpgsql as $$
  begin
    if new.reason is not null or to_jsonb(new) - 'reason' is distinct from to_jsonb(old) - 'reason' then
      raise exception 'operator_actions only accepts new rows';
    end if;
    return new;
  end
  $$;
create trigger operator_actions_erased before update on operator_actions
  for each row execute function erase_reasons_only();

-- The key is the value as it is compared, so that muting the same thing again changes its row.
create table mutes (
  uuid uuid primary key default gen_random_uuid(),
  owner uuid not null references people (sub),
  kind text not null check (kind in ('person', 'word', 'hashtag')),
  key text not null,
  value text not null,
  person uuid references people (sub),
  until timestamptz(3),
  created_at timestamptz(3) not null,
  constraint mutes_once unique (owner, kind, key),
  check ((kind = 'person') = (person is not null))
);
create index mutes_of_person on mutes (person) where person is not null;
create index mutes_ending on mutes (until) where until is not null;
create trigger mutes_unsuspended before insert on mutes
  for each row execute function refuse_suspended_writer('owner');

create table blocks (
  blocker uuid not null references people (sub),
  blocked uuid not null references people (sub),
  created_at timestamptz(3) not null,
  primary key (blocker, blocked),
  check (blocker <> blocked)
);
create index blocks_of_blocked on blocks (blocked, blocker);
create trigger blocks_unsuspended before insert on blocks
  for each row execute function refuse_suspended_writer('blocker');
create function is_blocked_between(a uuid, b uuid) returns boolean language sql stable as $$
  select exists (select from blocks where blocker = a and blocked = b)
    or exists (select from blocks where blocker = b and blocked = a)
  $$;

-- Every writer holds a key-share lock of the person who acts, and a block waits for those of both people. So a trigger, whose
-- statement has a snapshot of its own, sees every block that was committed before the writer got its lock.
create function refuse_blocked_message() returns trigger language plpgsql as $$
  begin
    if (select is_blocked_between(g.person_a, g.person_b) from message_groups g where g.uuid = new.message_group) then
      raise exception 'one member of the conversation has blocked the other' using errcode = 'BLKMS';
    end if;
    return new;
  end
  $$;
create trigger messages_not_blocked before insert on messages
  for each row execute function refuse_blocked_message();
create function refuse_blocked_reply() returns trigger language plpgsql as $$
  begin
    if (select is_blocked_between(a.author, new.author) from activities a where a.uuid = new.reply_to) then
      raise exception 'the author of the reply or of its parent has blocked the other' using errcode = 'BLKAC';
    end if;
    return new;
  end
  $$;
create trigger replies_not_blocked before insert on activities
  for each row when (new.reply_to is not null) execute function refuse_blocked_reply();
create function refuse_blocked_mark() returns trigger language plpgsql as $$
  begin
    if (select is_blocked_between(a.author, new.person) from activities a where a.uuid = new.activity) then
      raise exception 'the author of the crud has blocked the person, or the reverse' using errcode = 'BLKAC';
    end if;
    return new;
  end
  $$;
create trigger likes_not_blocked before insert on likes
  for each row execute function refuse_blocked_mark();
create trigger reposts_not_blocked before insert on reposts
  for each row execute function refuse_blocked_mark();

-- Without a row there is no event either: the functions append events of the rows that were inserted.
create function skip_blocked_notification() returns trigger language plpgsql as $$
  begin
    if is_blocked_between(new.recipient, new.actor) then return null; end if;
    return new;
  end
  $$;
create trigger notifications_not_blocked before insert on notifications
  for each row execute function skip_blocked_notification();
`;
