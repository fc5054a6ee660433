import { PageBuffer } from '../buffer.ts';
import { hmacSha256, sha256 } from '../sha-256.ts';

type Digest = (data: Uint8Array) => Uint8Array;
const bytesOf = (data: string | Uint8Array) => (typeof data === 'string' ? PageBuffer.from(data) : data);

/** What is added, as one digest. */
class PageHash {
  private parts: Uint8Array[] = [];
  private readonly digestOf: Digest;

  constructor(digestOf: Digest) {
    this.digestOf = digestOf;
  }

  update(data: string | Uint8Array): this {
    this.parts.push(bytesOf(data));
    return this;
  }

  digest(encoding?: string): PageBuffer | string {
    const digest = PageBuffer.from(this.digestOf(PageBuffer.concat(this.parts)));
    return encoding === undefined ? digest : digest.toString(encoding);
  }
}

/** The only algorithm of the code under test. */
function requireSha256(name: string): void {
  if (name !== 'sha256') throw new Error(`the hash ${name} is not part of the world`);
}

/** `node:crypto` as a page has it: hashes are computed here, ids are the world's. */
export function createHash(name: string): PageHash {
  requireSha256(name);
  return new PageHash(sha256);
}

export function createHmac(name: string, key: Uint8Array): PageHash {
  requireSha256(name);
  return new PageHash((data) => hmacSha256(key, data));
}

export function hash(name: string, data: string, encoding: string): string {
  return String(createHash(name).update(data).digest(encoding));
}

/** Nothing in a page has to be compared in constant time. */
export const timingSafeEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.every((byte, index) => byte === other[index]);

export const randomUUID = (): string => crypto.randomUUID();
