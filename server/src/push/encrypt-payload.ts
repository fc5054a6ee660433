import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The browser's keys, base64url. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

export const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
const SALT_BYTES = 16;
const POINT_BYTES = 65;
/** The delimiter of the last record, and the tag. */
const OVERHEAD_BYTES = 17;
/** Payloads are padded to this size, so that a push service does not learn the kind from the length. */
const PADDED_BYTES = 512;

interface EncryptionOptions {
  salt: Buffer;
  /** The sender's key pair for this message. */
  sender: ECDH;
  /** Shorter plaintexts are padded to this size. */
  paddedBytes: number;
}

/**
 * Encrypts a notification for a browser by RFC 8291, as one record of RFC 8188.
 * @param options only for the examples of the RFC: its secrets must never be used twice
 * @throws for keys that are not on the curve
 */
export function encryptPayload(
  payload: Buffer,
  keys: BrowserKeys,
  { salt, sender, paddedBytes }: EncryptionOptions = createOptions(),
): Buffer {
  const browserKey = Buffer.from(keys.p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]);
  const secret = sender.computeSecret(browserKey);
  const input = derive(secret, { salt: Buffer.from(keys.auth, 'base64url'), info, bytes: 32 });
  const key = derive(input, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 });
  const nonce = derive(input, { salt, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 });
  const padding = Buffer.alloc(Math.max(0, paddedBytes - payload.length));
  const record = Buffer.concat([payload, Buffer.from([2]), padding]);
  if (record.length + OVERHEAD_BYTES > RECORD_BYTES) throw new Error('The notification is too long');
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(record), cipher.final(), cipher.getAuthTag()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, head, senderKey, body]);
}

/** Whether a text is an uncompressed point of the curve, base64url. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, CURVE, 'base64url', 'hex').length === POINT_BYTES * 2;
  } catch {
    return false;
  }
}

function createOptions(): EncryptionOptions {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return { salt: randomBytes(SALT_BYTES), sender, paddedBytes: PADDED_BYTES };
}

function derive(input: Buffer, { salt, info, bytes }: { salt: Buffer; info: Buffer; bytes: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, bytes));
}
