import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Store } from '../tables.ts';

/** Encrypts and hashes the pool's secrets with a key that is created once per store. */
export type Vault = {
  /** Encrypts `text` with `row` as additional data: only `open` with the same `row` decrypts it. */
  seal(text: string, row: string): string;
  open(sealed: string, row: string): string;
  /** A keyed hash of `text` (32 bytes), different for each `purpose`. */
  mac(purpose: string, text: string): Buffer;
};

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Opens the store's vault. The first gateway creates its key; concurrent gateways end with the same key. */
export async function openVault(db: Store): Promise<Vault> {
  await db
    .insertInto('pool_secrets')
    .values({ name: 'root', value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('pool_secrets')
    .select('value')
    .where('name', '=', 'root')
    .executeTakeFirstOrThrow();
  return createVault(Buffer.from(value, 'base64'));
}

function createVault(root: Buffer): Vault {
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', root).update(`${purpose}\0${text}`, 'utf8').digest();
  const sealingKey = mac('key', 'seal');

  return {
    mac,
    seal(text, row) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, iv).setAAD(Buffer.from(row, 'utf8'));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, row) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(CIPHER, sealingKey, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(row, 'utf8'))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

/** The first 16 bytes in the form of a random UUID (version 4). */
export function toUuid(bytes: Buffer): string {
  const uuid = Buffer.from(bytes.subarray(0, 16));
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x40;
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80;
  const hex = uuid.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
