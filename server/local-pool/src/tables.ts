import type { ColumnType, Generated, Kysely } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

export type PersonStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
export type CodePurpose = 'sign-up' | 'recovery' | 'sign-in';
export type Jwk = { kty: string; n: string; e: string; kid: string; alg: 'RS256'; use: 'sig' };

/** Columns named *_sealed are encrypted, *_mac and *_hash are one-way: see secrets/vault.ts. */
export type PoolTables = {
  pool_secrets: { name: Fixed<string>; value: Fixed<string> };
  pool_keys: {
    generation: Fixed<number>;
    kid: Fixed<string>;
    private_key_sealed: Fixed<string>;
    public_jwk: ColumnType<Jwk, string, never>;
    created_at: Fixed<Date>;
  };
  pool_users: {
    sub: Fixed<string>;
    email: string;
    email_verified: boolean;
    name: string;
    preferred_username: string;
    status: PersonStatus;
    salt: string;
    verifier_sealed: string;
    created_at: Fixed<Date>;
    updated_at: Date;
  };
  pool_codes: {
    sub: Fixed<string>;
    purpose: Fixed<CodePurpose>;
    code_mac: string;
    code_sealed: string;
    is_long: boolean;
    /** A keyed hash of the network address that requested it; empty after requests from several addresses. */
    requester: string;
    tries: number;
    expires_at: Date;
  };
  pool_challenges: {
    id_hash: Fixed<string>;
    name: Fixed<string>;
    state_sealed: Fixed<string>;
    expires_at: Fixed<Date>;
  };
  pool_sessions: {
    origin_jti: Fixed<string>;
    sub: Fixed<string>;
    auth_time: Fixed<Date>;
    expires_at: Fixed<Date>;
    revoked_at: Date | null;
    /** The device that was offered at sign-in or proved; it may be unconfirmed. */
    device_key: Fixed<string | null>;
  };
  pool_devices: {
    device_key: Fixed<string>;
    sub: Fixed<string>;
    name: string;
    salt: Fixed<string>;
    verifier_sealed: Fixed<string>;
    remembered: boolean;
    created_at: Fixed<Date>;
    updated_at: Date;
    authenticated_at: Date;
  };
  pool_refresh_tokens: {
    token_hash: Fixed<string>;
    origin_jti: Fixed<string>;
    issued_at: Fixed<Date>;
    replaced_at: Date | null;
  };
  pool_passkeys: {
    credential_id: Fixed<string>;
    sub: Fixed<string>;
    public_key: Fixed<string>;
    counter: number;
    transports: ColumnType<string[], string, never>;
    attachment: Fixed<string | null>;
    rp_id: Fixed<string>;
    created_at: Fixed<Date>;
  };
  pool_limits: { key: Fixed<string>; count: number; ends_at: Date };
  pool_mail: {
    id: Generated<number>;
    /** Null for a decoy, which is written so that an unknown address costs the same, and is never shown. */
    recipient: Fixed<string | null>;
    subject: Fixed<string>;
    body: Fixed<string>;
    code: Fixed<string>;
    sent_at: Fixed<Date>;
  };
  pool_mail_queue: {
    id: Fixed<string>;
    /** Null for a notice, for a decoy and after the person was deleted; only a notice is then sent. */
    sub: Fixed<string | null>;
    purpose: Fixed<CodePurpose | 'notice'>;
    mail_sealed: Fixed<string>;
    attempts: number;
    next_at: Date;
    expires_at: Fixed<Date>;
  };
};

/** The pool's tables, or a transaction on them. */
export type Store = Kysely<PoolTables>;
