import { generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Selectable } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Jwk, PoolTables, Store } from '../tables.ts';
import type { Vault } from './vault.ts';

export type KeyRow = Selectable<PoolTables['pool_keys']>;

/** All key pairs, the newest first. Old ones stay, so that no token outlives the key that opens it. */
export const readKeys = (db: Store): Promise<KeyRow[]> =>
  db.selectFrom('pool_keys').selectAll().orderBy('generation', 'desc').execute();

/** Makes a pair; when another gateway made this generation meanwhile, that one stays. */
export async function addKey(
  { db, vault, clock }: { db: Store; vault: Vault; clock: Clock },
  generation: number,
): Promise<void> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const jwk: Jwk = { kty: 'RSA', n, e, kid, alg: 'RS256', use: 'sig' };
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await db
    .insertInto('pool_keys')
    .values({
      generation,
      kid,
      private_key_sealed: vault.seal(pem, `key:${kid}`),
      public_jwk: JSON.stringify(jwk),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
