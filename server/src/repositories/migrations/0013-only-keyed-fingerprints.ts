import { sql, type Kysely, type Migration } from 'kysely';

/** A contract migration: gateways without 0007 compare plain fingerprints only, so it runs once none of them is left. */
export const onlyKeyedFingerprints: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update store set fingerprints_keyed = true`.execute(db);
  },
};
