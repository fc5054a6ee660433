import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // While gateways of the version before may run, rows keep the plain fingerprint, which is all they can compare. Where
  // nobody is yet there are none.
  sql`alter table store add column fingerprints_keyed boolean not null default false`,
  sql`update store set fingerprints_keyed = not exists (select from people)`,
  // Both inputs have a fixed length, so a hash of key and hash needs no more. It is in the store because only there is the
  // switch seen by all gateways at the same moment.
  sql`create function keyed_fingerprint(plain text) returns text language sql stable as $$
      select 'k1:' || encode(sha256(convert_to(s.envelope_key || 'fingerprint' || plain, 'UTF8')), 'hex') from store s
    $$`,
];

export const keyedFingerprints: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
  },
};
