import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { after, lifetimes } from '../lifetimes.ts';
import type { Jwk, Store } from '../tables.ts';
import { addKey, readKeys, type KeyRow } from './key-rows.ts';
import type { Vault } from './vault.ts';

export type Jwks = { keys: Jwk[] };

/** RS256 keys: one signs, all are published. */
export type SigningKeys = {
  kid: string;
  privateKey: KeyObject;
  publicKeys: ReadonlyMap<string, KeyObject>;
  jwks: Jwks;
};

/** The store's keys, as last read. */
export type KeyRing = {
  currentKeys(): SigningKeys;
  /** Reads them anew if that is a minute ago, and adds the next one when the newest is 90 days old. */
  refreshKeys(): Promise<void>;
  /** Adds the next key, which signs once every gateway and every verifier can have read it. */
  publishNextKey(): Promise<void>;
  reload(): Promise<SigningKeys>;
};

export type KeyRingParts = { db: Store; vault: Vault; clock: Clock };

/** Loads the store's keys, making the first pair if there is none; gateways that race end with the same pair. */
export async function openKeyRing(opening: KeyRingParts): Promise<KeyRing> {
  const { db, clock } = opening;
  if ((await readKeys(db)).length === 0) await addKey(opening, 1);
  let rows = await readKeys(db);
  let readAt = clock.now();
  let keys = toSigningKeys(rows, opening);
  const newest = () => {
    const [row] = rows;
    if (!row) throw new Error('The local pool has no signing key');
    return row;
  };

  const reload = async () => {
    rows = await readKeys(db);
    readAt = clock.now();
    return (keys = toSigningKeys(rows, opening));
  };
  const publishNextKey = async () => {
    await reload();
    await addKey(opening, newest().generation + 1);
    await reload();
  };
  const isOld = () => after(newest().created_at, lifetimes.signingKey) <= clock.now();
  return {
    reload,
    publishNextKey,
    currentKeys: () => keys,
    async refreshKeys() {
      // A key that has ripened since the last reading signs from now on.
      if (after(readAt, lifetimes.betweenKeyReadings) <= clock.now()) await reload();
      // Twice: another gateway may have added it since.
      if (isOld()) await reload();
      if (isOld()) await publishNextKey();
    },
  };
}

/** The newest key that has been published for long enough signs; the very first one signs at once. */
function toSigningKeys(rows: readonly KeyRow[], { vault, clock }: KeyRingParts): SigningKeys {
  const now = clock.now();
  const signing =
    rows.find(({ created_at }) => after(created_at, lifetimes.keyAnnouncement) <= now) ?? rows.at(-1);
  if (!signing) throw new Error('The local pool has no signing key');
  return {
    kid: signing.kid,
    privateKey: createPrivateKey(vault.open(signing.private_key_sealed, `key:${signing.kid}`)),
    publicKeys: new Map(
      rows.map((row) => [row.kid, createPublicKey({ key: { ...row.public_jwk }, format: 'jwk' })]),
    ),
    jwks: { keys: rows.map((row) => row.public_jwk) },
  };
}
