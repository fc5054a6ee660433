/** The store's own row, people and what belongs to one person. */
export const people = String.raw`
create table store (
  singleton boolean primary key default true check (singleton),
  id uuid not null,
  envelope_key text not null
);

create table people (
  sub uuid primary key,
  handle text not null constraint people_handle_unique unique check (handle ~ '^[a-z0-9_]{3,20}$'),
  display_name text not null check (char_length(display_name) between 1 and 50),
  bio text not null default '' check (char_length(bio) <= 160),
  email text not null,
  avatar_version integer not null default 0 check (avatar_version >= 0),
  -- The version of the latest picture that an operator cleared: a later one gets a version that no browser has cached.
  last_avatar_version integer not null default 0,
  notifications_read_seq bigint not null default 0,
  created_at timestamptz(3) not null,
  erased_at timestamptz(3),
  erasing boolean not null default false,
  -- Alone decides what is shown, and not the end: so what is hidden changes with an event of the public stream only.
  suspended boolean not null default false,
  suspended_until timestamptz(3),
  -- What a suspension hides: display_name, bio and avatar_version, as they were.
  hidden_profile jsonb,
  shares_reads boolean not null default true,
  shares_typing boolean not null default true,
  shares_presence boolean not null default true,
  messages_from text not null default 'everyone' check (messages_from in ('everyone', 'known', 'none'))
);
create index people_by_handle on people (handle collate "C") where erased_at is null;
create index people_erasing on people (erased_at) where erasing;
create index people_suspended on people (suspended_until) where suspended;

-- In the row itself, so that every read, event, page and search shows the same.
create function hide_suspended_profile() returns trigger language plpgsql as $$
  begin
    if new.erased_at is not null then
      new.hidden_profile := null;
    elsif new.suspended and not old.suspended then
      new.hidden_profile := jsonb_build_object('display_name', old.display_name, 'bio', old.bio,
        'avatar_version', old.avatar_version);
      new.display_name := 'Suspended account';
      new.bio := '';
      new.avatar_version := 0;
    elsif old.suspended and not new.suspended then
      new.display_name := coalesce(old.hidden_profile ->> 'display_name', old.display_name);
      new.bio := coalesce(old.hidden_profile ->> 'bio', old.bio);
      new.avatar_version := coalesce((old.hidden_profile ->> 'avatar_version')::int, old.avatar_version);
      new.hidden_profile := null;
    elsif (new.display_name, new.bio, new.avatar_version) is distinct from (old.display_name, old.bio, old.avatar_version) then
      raise exception 'a suspended person acts' using errcode = 'ERASD', detail = 'suspended';
    end if;
    return new;
  end
  $$;
create trigger people_hidden before update on people for each row when (old.suspended or new.suspended)
  execute function hide_suspended_profile();

-- A trigger, because a write that began before the erasure may end after it: the row lock makes it wait and check again.
create function refuse_erased() returns trigger language plpgsql as $$
  begin
    perform from people p where p.sub = (to_jsonb(new) ->> tg_argv[0])::uuid and p.erased_at is null for key share;
    if not found then
      raise exception 'an erased person acts' using errcode = 'ERASD';
    end if;
    return new;
  end
  $$;

-- For writes that have no row in operations. The row lock makes one that began before the suspension wait and check again.
create function refuse_suspended_writer() returns trigger language plpgsql as $$
  declare
    is_suspended boolean;
  begin
    select p.suspended into is_suspended from people p
    where p.sub = (to_jsonb(new) ->> tg_argv[0])::uuid for key share;
    if is_suspended then
      raise exception 'a suspended person acts' using errcode = 'ERASD', detail = 'suspended';
    end if;
    return new;
  end
  $$;

-- The search keys of a display name: its suffixes that begin with a word, in lower case and without accents, which are letters of
-- their own in few names.
create table people_names (
  name text collate "C" not null,
  person uuid not null references people (sub) on delete cascade,
  primary key (name, person)
);
create index people_names_of_person on people_names (person);

create function fold_name(name text) returns text language sql immutable as $$
  select replace(lower(normalize(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]+', '', 'g'), NFC)), 'ß', 'ss')
  $$;
create function names_from_words(display_name text) returns setof text language sql immutable as $$
  select distinct fold_name(substr(display_name, start)) from generate_series(1, char_length(display_name)) as s (start)
  where start = 1 or substr(display_name, start - 1, 1) = ' '
  $$;
create function index_names() returns trigger language plpgsql as $$
  begin
    delete from people_names n where n.person = new.sub;
    if new.erased_at is null then
      insert into people_names (name, person) select name, new.sub from names_from_words(new.display_name) as words (name);
    end if;
    return null;
  end
  $$;
create trigger people_named after insert or update of display_name, erased_at on people
  for each row execute function index_names();

create table avatar_uploads (
  key text primary key,
  sub uuid not null references people (sub),
  extension text not null,
  expires_at timestamptz(3) not null,
  next_check_at timestamptz(3),
  -- An upload URL accepts one upload.
  receiving_until timestamptz,
  -- The picture's file is to be removed, by any gateway, with what was uploaded before.
  is_removal boolean not null default false
);
create index avatar_uploads_next_check_at on avatar_uploads (next_check_at);
create trigger avatar_uploads_refuse_erased before insert on avatar_uploads
  for each row execute function refuse_erased('sub');

-- An origin_jti is a text: pools without token revocation have other ids.
create table sessions (
  uuid uuid primary key default gen_random_uuid(),
  person uuid not null references people (sub),
  origin_jti text not null,
  device text not null,
  handheld boolean not null,
  signed_in_at timestamptz(3) not null,
  used_at timestamptz(3) not null,
  constraint sessions_once unique (person, origin_jti)
);
create index sessions_signed_in on sessions (signed_in_at);

create table exports (
  person uuid not null references people (sub),
  at timestamptz(3) not null
);
create index exports_of_person on exports (person, at);
`;
