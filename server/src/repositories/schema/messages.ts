/** Conversations, their messages, and who may write to whom. */
export const messages = String.raw`
create table message_groups (
  uuid uuid primary key,
  person_a uuid not null references people (sub),
  person_b uuid not null references people (sub),
  head bigint not null default 0,
  created_at timestamptz(3) not null,
  -- Null keeps messages. Of the change that was made last: by whom and when.
  lifetime_ms bigint,
  lifetime_by uuid,
  lifetime_at timestamptz(3),
  started_by uuid,
  -- Set while the conversation is a request that has no answer; the recipient may have deleted it.
  requested_by uuid,
  request_deleted boolean not null default false,
  constraint message_groups_pair unique (person_a, person_b),
  check (person_a < person_b)
);
create index conversations_started on message_groups (started_by, created_at) where started_by is not null;

create table group_members (
  message_group uuid not null references message_groups (uuid),
  person uuid not null references people (sub),
  read_pos bigint not null default 0,
  last_seq bigint not null default 0,
  -- A copy of the conversation's head, so that an index finds the conversations with unread messages.
  head bigint not null default 0,
  -- What the member does not see any more: the messages of a request that the member has deleted.
  hidden_pos bigint not null default 0,
  primary key (message_group, person)
);
create index group_members_of_person on group_members (person, last_seq desc);
create index group_members_unread on group_members (person) where head > read_pos;

create function copy_head() returns trigger language plpgsql as $$
  begin
    select g.head into new.head from message_groups g where g.uuid = new.message_group;
    return new;
  end
  $$;
create trigger group_members_copy_head before insert or update on group_members
  for each row execute function copy_head();

-- A removed message keeps its row with another text. The purge deletes expired messages, so positions in a conversation may have
-- gaps: readers count its messages instead. Null until append() has assigned the position.
create table messages (
  uuid uuid primary key,
  message_group uuid not null references message_groups (uuid),
  pos bigint check (pos > 0),
  author uuid not null references people (sub),
  message text not null check (char_length(message) between 1 and 1024),
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  expires_at timestamptz(3),
  unique (message_group, pos)
);
create index messages_by_expiry on messages (expires_at) where expires_at is not null;

-- A reply counts for as long as it lives: its notification is deleted with it.
create function has_replied_to(replier uuid, writer uuid, now_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from notifications n join activities a on a.uuid = n.activity
    where n.actor = replier and n.recipient = writer and n.reason = 'reply' and coalesce(a.expires_at > now_at, true)
  )
  $$;

-- Decides about one message while the conversation's row is locked, and records what it changes: 'direct', 'request' for the first
-- message of a request, 'requested' for a further one, 'accepted', or the code of a refusal. Reads the row itself, because an earlier
-- message of the same commit may have changed it. A conversation without messages is a new one.
create function admit_message(group_uuid uuid, author uuid, other uuid, options jsonb, added int, waits boolean, at timestamptz)
  returns text language plpgsql as $$
  declare
    g message_groups;
    allows text;
    starts bigint;
  begin
    select * into g from message_groups where uuid = group_uuid;
    if is_blocked_between(author, other) then
      return 'message_not_allowed';
    end if;
    if g.head = 0 and added = 0 then
      -- Needs the lock of the author's row, which can be waited for only then.
      if not waits then return 'retryAlone'; end if;
      select p.messages_from into allows from people p where p.sub = other;
      if allows = 'none' then return 'message_not_allowed'; end if;
      if options ->> 'starts_max' is not null then
        perform from people p where p.sub = author for no key update;
        select count(*) into starts from message_groups s
          where s.started_by = author and s.created_at > at - interval '1 day';
        if starts >= (
          select case when p.created_at > at - interval '1 day' then options ->> 'young_starts_max' else options ->> 'starts_max' end
          from people p where p.sub = author
        )::int then
          return 'too_many_conversations';
        end if;
      end if;
      if allows = 'known' and not has_replied_to(other, author, at) then
        update message_groups set started_by = author, requested_by = author, created_at = at where uuid = group_uuid;
        return 'request';
      end if;
      update message_groups set started_by = author, created_at = at where uuid = group_uuid;
      return 'direct';
    end if;
    if g.requested_by is null then return 'direct'; end if;
    if g.requested_by = author then
      if g.request_deleted then return 'message_not_allowed'; end if;
      select p.messages_from into allows from people p where p.sub = other;
      if allows = 'none' then return 'message_not_allowed'; end if;
      if allows = 'known' and not has_replied_to(other, author, at) then
        if g.head + added < (options ->> 'requested_max')::int then return 'requested'; end if;
        return 'request_unanswered';
      end if;
    end if;
    update message_groups set requested_by = null, request_deleted = false where uuid = group_uuid;
    return 'accepted';
  end
  $$;

-- The conversation of each message and its other member: by the conversation's id, or by the handle of the receiver.
create function conversations_of(messages jsonb)
  returns table (plan_index int, author uuid, message_group uuid, other uuid)
  language sql stable as $$
  select m.plan_index, m.author, g.uuid, case when g.person_a = m.author then g.person_b else g.person_a end
  from jsonb_to_recordset(messages) as m (plan_index int, author uuid, message_group uuid)
  left join message_groups g on g.uuid = m.message_group and m.author in (g.person_a, g.person_b)
  where m.message_group is not null
  union all
  select m.plan_index, m.author, g.uuid, p.sub
  from jsonb_to_recordset(messages) as m (plan_index int, author uuid, message_group uuid, receiver text)
  left join people p on p.handle = m.receiver and p.erased_at is null
  left join message_groups g on g.person_a = least(m.author, p.sub) and g.person_b = greatest(m.author, p.sub)
  where m.message_group is null
  $$;
`;
