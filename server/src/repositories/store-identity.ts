import { sql } from 'kysely';
import type { Db } from './tables.ts';

export interface StoreIdentity {
  /** Identifies the store on a shared bus. */
  id: string;
  /** Base64 of 32 random bytes: the signing key of the store's gateways. */
  key: string;
}

export async function readStoreIdentity(db: Db): Promise<StoreIdentity> {
  const { id, envelope_key } = await db
    .selectFrom('store')
    .select(['id', 'envelope_key'])
    .executeTakeFirstOrThrow();
  return { id, key: envelope_key };
}

/** The time of the store's own clock, of this moment. */
export async function readStoreTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  if (!rows[0]) throw new Error('The store has no time.');
  return rows[0].now;
}
