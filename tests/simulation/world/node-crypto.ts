import * as real from 'node:crypto';

/** `node:crypto` as the bundle of the world gets it: hashes are the real ones, ids are the world's. */
export const { createHash, createHmac, timingSafeEqual, createPublicKey, createVerify } = real;
export const { hash } = real;
export const randomUUID = (): string => crypto.randomUUID();
