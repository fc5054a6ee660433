/** The passkeys that people have registered: public keys, nothing secret. */
export const passkeyStatements = [
  `create table pool_passkeys (
    credential_id text primary key,
    sub uuid not null references pool_users on delete cascade,
    public_key text not null,
    counter bigint not null,
    transports jsonb not null,
    attachment text,
    rp_id text not null,
    created_at timestamptz not null
  )`,
  `create index pool_passkeys_person on pool_passkeys (sub, credential_id)`,
];
