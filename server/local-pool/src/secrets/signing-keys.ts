import { createPrivateKey, randomUUID, type KeyObject } from 'node:crypto';
import {
  createLocalJWKSet,
  errors,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  type CompactVerifyGetKey,
} from 'jose';
import type { Selectable } from 'kysely';
import { after, lifetimes, type Clock } from '../lifetimes.ts';
import type { Jwk, PoolTables, Store } from '../tables.ts';
import type { Vault } from './vault.ts';

export type Jwks = { keys: Jwk[] };

/** RS256 keys: one signs, all are published. */
export type SigningKeys = {
  kid: string;
  privateKey: KeyObject;
  /** The published key that a token's header names. Rejects with a JOSEError when it names none of them. */
  findPublicKey: CompactVerifyGetKey;
  jwks: Jwks;
};

/** The store's keys, as last read. */
export type KeyRing = {
  currentKeys(): SigningKeys;
  /** Reads the keys again after a minute, and publishes the next one when the newest is 90 days old. */
  refreshKeys(): Promise<void>;
  /** Publishes the next key, which signs once every gateway and every verifier can have read it. */
  publishNextKey(): Promise<void>;
  reload(): Promise<SigningKeys>;
};

export type KeyRingParts = { db: Store; vault: Vault; clock: Clock };

type KeyRow = Selectable<PoolTables['pool_keys']>;

/** Loads the store's keys and creates the first pair if there is none; concurrent gateways end with the same pair. */
export async function openKeyRing(parts: KeyRingParts): Promise<KeyRing> {
  const { db, clock } = parts;
  if ((await readKeyRows(db)).length === 0) await insertKey(parts, 1);
  let rows = await readKeyRows(db);
  let readAt = clock.now();
  let keys = toSigningKeys(rows, parts);
  const findNewest = () => {
    const [row] = rows;
    if (!row) throw new Error('The local pool has no signing key');
    return row;
  };

  const reload = async () => {
    rows = await readKeyRows(db);
    readAt = clock.now();
    return (keys = toSigningKeys(rows, parts));
  };
  const publishNextKey = async () => {
    await reload();
    await insertKey(parts, findNewest().generation + 1);
    await reload();
  };
  const isRotationDue = () => after(findNewest().created_at, lifetimes.signingKey) <= clock.now();
  return {
    reload,
    publishNextKey,
    currentKeys: () => keys,
    async refreshKeys() {
      // Also switches to a key whose announcement has ended since the last read.
      if (after(readAt, lifetimes.betweenKeyReadings) <= clock.now()) await reload();
      // Checked again after a read: another gateway may have published it.
      if (isRotationDue()) await reload();
      if (isRotationDue()) await publishNextKey();
    },
  };
}

/** All key pairs, the newest first. Old ones stay, so that no token outlives the key that verifies it. */
const readKeyRows = (db: Store): Promise<KeyRow[]> =>
  db.selectFrom('pool_keys').selectAll().orderBy('generation', 'desc').execute();

/** Creates a pair; when another gateway has created this generation meanwhile, that one stays. */
async function insertKey({ db, vault, clock }: KeyRingParts, generation: number): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', {
    modulusLength: 2048,
    extractable: true,
  });
  const kid = randomUUID();
  const { n = '', e = '' } = await exportJWK(publicKey);
  const jwk: Jwk = { kty: 'RSA', n, e, kid, alg: 'RS256', use: 'sig' };
  await db
    .insertInto('pool_keys')
    .values({
      generation,
      kid,
      private_key_sealed: vault.seal(await exportPKCS8(privateKey), `key:${kid}`),
      public_jwk: JSON.stringify(jwk),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The newest key that has been published for long enough signs; the very first one signs at once. */
function toSigningKeys(rows: readonly KeyRow[], { vault, clock }: KeyRingParts): SigningKeys {
  const now = clock.now();
  const signing =
    rows.find(({ created_at }) => after(created_at, lifetimes.keyAnnouncement) <= now) ?? rows.at(-1);
  if (!signing) throw new Error('The local pool has no signing key');
  const jwks = { keys: rows.map((row) => row.public_jwk) };
  const findByKid = createLocalJWKSet(jwks);
  return {
    kid: signing.kid,
    privateKey: createPrivateKey(vault.open(signing.private_key_sealed, `key:${signing.kid}`)),
    // Without a `kid` the set would offer its only key.
    findPublicKey: async (header, token) => {
      if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey();
      return findByKid(header, token);
    },
    jwks,
  };
}
