import { sql, type Migration } from 'kysely';
import { challengeStatements } from './migrations/challenges.ts';
import { deviceStatements } from './migrations/devices.ts';
import { mailQueueStatements } from './migrations/mail-queue.ts';
import { passkeyStatements } from './migrations/passkeys.ts';
import { sealedChallengeStatements } from './migrations/sealed-challenges.ts';
import { sharedCodeStatements } from './migrations/shared-codes.ts';

const statements = [
  `create table pool_secrets (name text primary key, value text not null)`,

  `create table pool_keys (
    generation integer primary key,
    kid text not null unique,
    private_key_sealed text not null,
    public_jwk jsonb not null,
    created_at timestamptz not null
  )`,

  `create table pool_users (
    sub uuid primary key,
    email text not null unique,
    email_verified boolean not null,
    name text not null,
    preferred_username text not null,
    status text not null check (status in ('UNCONFIRMED', 'CONFIRMED')),
    salt text not null,
    verifier_sealed text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create unique index pool_users_handle on pool_users (lower(preferred_username))`,

  // No foreign key: unknown addresses get rows as well, so that they cannot be told from known ones.
  `create table pool_codes (
    sub uuid not null,
    purpose text not null check (purpose in ('sign-up', 'recovery')),
    code_mac text not null,
    tries integer not null check (tries between 0 and 5),
    expires_at timestamptz not null,
    primary key (sub, purpose)
  )`,
  `create index pool_codes_end on pool_codes (expires_at)`,

  `create table pool_challenges (
    id_hash text primary key,
    name text not null,
    username text not null,
    state_sealed text not null,
    expires_at timestamptz not null
  )`,
  `create index pool_challenges_end on pool_challenges (expires_at)`,

  `create table pool_sessions (
    origin_jti uuid primary key,
    sub uuid not null references pool_users on delete cascade,
    auth_time timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create index pool_sessions_person on pool_sessions (sub)`,
  `create index pool_sessions_end on pool_sessions (expires_at)`,

  `create table pool_refresh_tokens (
    token_hash text primary key,
    origin_jti uuid not null references pool_sessions on delete cascade,
    issued_at timestamptz not null,
    replaced_at timestamptz
  )`,
  `create index pool_refresh_tokens_session on pool_refresh_tokens (origin_jti)`,
  `create index pool_refresh_tokens_replaced on pool_refresh_tokens (replaced_at) where replaced_at is not null`,

  `create table pool_limits (key text primary key, count integer not null, ends_at timestamptz not null)`,
  `create index pool_limits_end on pool_limits (ends_at)`,

  `create table pool_mail (
    id bigint generated always as identity primary key,
    recipient text,
    subject text not null,
    body text not null,
    code text not null,
    sent_at timestamptz not null
  )`,
  `create index pool_mail_recipient on pool_mail (recipient, id desc)`,
  `create index pool_mail_sent on pool_mail (sent_at)`,
];

const createMigration = (list: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of list) await sql.raw(statement).execute(db);
  },
});

/** The pool's tables, for the program's own migrator; the same SQL on PGlite and PostgreSQL 15. */
export const poolMigrations: Record<string, Migration> = {
  '0100_local_pool': createMigration(statements),
  '0101_local_pool_devices': createMigration(deviceStatements),
  '0102_local_pool_challenges': createMigration(challengeStatements),
  '0103_local_pool_passkeys': createMigration(passkeyStatements),
  '0104_local_pool_sealed_challenges': createMigration(sealedChallengeStatements),
  '0105_local_pool_mail_queue': createMigration(mailQueueStatements),
  '0106_local_pool_shared_codes': createMigration(sharedCodeStatements),
};
