import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // While gateways of the previous version may run, rows keep the plain fingerprint, the only one that those can compare. A
  // store without people has no such gateways.
  sql`alter table store add column fingerprints_keyed boolean not null default false`,
  sql`update store set fingerprints_keyed = not exists (select from people)`,
  // Both inputs have a fixed length, so a plain hash of key and fingerprint is safe. It is computed in the store, so that all
  // gateways switch at the same time.
  sql`create function keyed_fingerprint(plain text) returns text language sql stable as $$
      select 'k1:' || encode(sha256(convert_to(s.envelope_key || 'fingerprint' || plain, 'UTF8')), 'hex') from store s
    $$`,
];

export const keyedFingerprints: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
  },
};
