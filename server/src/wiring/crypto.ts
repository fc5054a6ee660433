import { createCipheriv, createDecipheriv, createHmac, randomBytes, createHash } from 'node:crypto';
import type { Sealer } from '../domain/moderation/ports.ts';
import type { Sha256 } from '../domain/ports.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @param storeKey base64, equal at all gateways; each purpose has a key of its own, derived from it */
export function createSealer(storeKey: string, purpose: string): Sealer {
  const key = createHmac('sha256', Buffer.from(storeKey, 'base64')).update(`seal ${purpose}`).digest();
  return {
    seal(text, row) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(row));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, row) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(row))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

export const sha256: Sha256 = (data) => createHash('sha256').update(data).digest();
