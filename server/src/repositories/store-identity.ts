import type { Db } from './tables.ts';

export interface StoreIdentity {
  /** Names the store on a shared bus. */
  id: string;
  /** Base64 of 32 random bytes: what gateways of one store sign with. */
  key: string;
}

export async function readStoreIdentity(db: Db): Promise<StoreIdentity> {
  const { id, envelope_key } = await db
    .selectFrom('store')
    .select(['id', 'envelope_key'])
    .executeTakeFirstOrThrow();
  return { id, key: envelope_key };
}

/**
 * Has operations remembered by keyed fingerprints only. To be called once no gateway runs any more that was started before
 * migration 0007; retries are recognised before, meanwhile and after.
 */
export async function requireKeyedFingerprints(db: Pick<Db, 'updateTable'>): Promise<void> {
  await db
    .updateTable('store')
    .set({ fingerprints_keyed: true })
    .where('fingerprints_keyed', '=', false)
    .execute();
}
