import { createPrivateKey, createPublicKey, generateKeyPair, randomUUID, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../clock.ts';
import type { Jwk, Store } from '../tables.ts';
import type { Vault } from './vault.ts';

export type Jwks = { keys: Jwk[] };

/** The RS256 keys of the store: the newest signs, all are published. */
export type SigningKeys = {
  kid: string;
  privateKey: KeyObject;
  publicKeys: ReadonlyMap<string, KeyObject>;
  jwks: Jwks;
};

type Opening = { db: Store; vault: Vault; clock: Clock };

/** Loads the store's keys, making the first pair if there is none; gateways that race end with the same pair. */
export async function openSigningKeys(opening: Opening): Promise<SigningKeys> {
  const rows = await readKeys(opening.db);
  if (rows.length > 0) return present(rows, opening.vault);
  await addFirstKey(opening);
  return present(await readKeys(opening.db), opening.vault);
}

const readKeys = (db: Store) =>
  db.selectFrom('pool_keys').selectAll().orderBy('generation', 'desc').execute();

async function addFirstKey({ db, vault, clock }: Opening): Promise<void> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const jwk: Jwk = { kty: 'RSA', n, e, kid, alg: 'RS256', use: 'sig' };
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await db
    .insertInto('pool_keys')
    .values({
      generation: 1,
      kid,
      private_key_sealed: vault.seal(pem, `key:${kid}`),
      public_jwk: JSON.stringify(jwk),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function present(rows: Awaited<ReturnType<typeof readKeys>>, vault: Vault): SigningKeys {
  const [newest] = rows;
  if (!newest) throw new Error('The local pool has no signing key');
  return {
    kid: newest.kid,
    privateKey: createPrivateKey(vault.open(newest.private_key_sealed, `key:${newest.kid}`)),
    publicKeys: new Map(
      rows.map((row) => [row.kid, createPublicKey({ key: { ...row.public_jwk }, format: 'jwk' })]),
    ),
    jwks: { keys: rows.map((row) => row.public_jwk) },
  };
}
