import { type Migration, sql } from 'kysely';

const tables = `
create table pool_secrets (name text primary key, value text not null);

create table pool_keys (
  generation integer primary key,
  kid text not null unique,
  private_key_sealed text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);

create table pool_users (
  sub uuid primary key,
  email text not null unique,
  email_verified boolean not null,
  name text not null,
  preferred_username text not null,
  status text not null check (status in ('UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD')),
  salt text not null,
  verifier_sealed text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index pool_users_handle on pool_users (lower(preferred_username));
-- Sign-ups to delete, without a read of all people.
create index pool_users_unconfirmed on pool_users (created_at) where status = 'UNCONFIRMED';

-- No foreign key: unknown addresses get rows as well, so that timing does not distinguish them from known ones. The requester and the
-- sealed code let a request from another address mail the code again instead of replacing it.
create table pool_codes (
  sub uuid not null,
  purpose text not null check (purpose in ('sign-up', 'recovery', 'sign-in')),
  code_mac text not null,
  code_sealed text not null,
  is_long boolean not null,
  requester text not null,
  tries integer not null check (tries between 0 and 1000),
  expires_at timestamptz not null,
  primary key (sub, purpose)
);
create index pool_codes_end on pool_codes (expires_at);

create table pool_challenges (
  id_hash text primary key,
  name text not null,
  state_sealed text not null,
  expires_at timestamptz not null
);
create index pool_challenges_end on pool_challenges (expires_at);

create table pool_sessions (
  origin_jti uuid primary key,
  sub uuid not null references pool_users on delete cascade,
  auth_time timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  device_key text
);
create index pool_sessions_person on pool_sessions (sub);
create index pool_sessions_end on pool_sessions (expires_at);
create index pool_sessions_device on pool_sessions (device_key) where device_key is not null;
-- The active sessions of a person by age: there may be any number of ended ones.
create index pool_sessions_active on pool_sessions (sub, auth_time) where revoked_at is null;

create table pool_refresh_tokens (
  token_hash text primary key,
  origin_jti uuid not null references pool_sessions on delete cascade,
  issued_at timestamptz not null,
  replaced_at timestamptz
);
create index pool_refresh_tokens_session on pool_refresh_tokens (origin_jti);
create index pool_refresh_tokens_replaced on pool_refresh_tokens (replaced_at) where replaced_at is not null;

-- Remembered devices.
create table pool_devices (
  device_key text primary key,
  sub uuid not null references pool_users on delete cascade,
  name text not null,
  salt text not null,
  verifier_sealed text not null,
  remembered boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authenticated_at timestamptz not null
);
create index pool_devices_person on pool_devices (sub, created_at desc, device_key);

-- Registered passkeys: public keys only.
create table pool_passkeys (
  credential_id text primary key,
  sub uuid not null references pool_users on delete cascade,
  public_key text not null,
  counter bigint not null,
  transports jsonb not null,
  attachment text,
  rp_id text not null,
  created_at timestamptz not null
);
create index pool_passkeys_person on pool_passkeys (sub, credential_id);

create table pool_limits (key text primary key, count integer not null, ends_at timestamptz not null);
create index pool_limits_end on pool_limits (ends_at);

create table pool_mail (
  id bigint generated always as identity primary key,
  recipient text,
  subject text not null,
  body text not null,
  code text not null,
  sent_at timestamptz not null
);
create index pool_mail_recipient on pool_mail (recipient, id desc);
create index pool_mail_sent on pool_mail (sent_at);

-- Mails that the mail server has not accepted yet.
create table pool_mail_queue (
  id uuid primary key,
  sub uuid references pool_users on delete cascade,
  purpose text not null,
  mail_sealed text not null,
  attempts integer not null,
  next_at timestamptz not null,
  expires_at timestamptz not null
);
create index pool_mail_queue_next on pool_mail_queue (next_at);
create index pool_mail_queue_person on pool_mail_queue (sub);
`;

/** The migrations of the pool's tables, run by the server's migrator; the same SQL on PGlite and PostgreSQL 15. */
export const poolMigrations: Record<string, Migration> = {
  '0100_local_pool': {
    async up(db) {
      await sql.raw(tables).execute(db);
    },
  },
};
