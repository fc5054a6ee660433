/** Remembered devices, and the sessions that run on them. */
export const deviceStatements = [
  `create table pool_devices (
    device_key text primary key,
    sub uuid not null references pool_users on delete cascade,
    name text not null,
    salt text not null,
    verifier_sealed text not null,
    remembered boolean not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    authenticated_at timestamptz not null
  )`,
  `create index pool_devices_person on pool_devices (sub, created_at desc, device_key)`,
  `alter table pool_sessions add column device_key text`,
  `create index pool_sessions_device on pool_sessions (device_key) where device_key is not null`,
];
