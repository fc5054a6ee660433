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
