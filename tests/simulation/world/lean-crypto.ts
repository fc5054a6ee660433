export { createPublicKey, createVerify, hash, randomUUID, timingSafeEqual } from './node-crypto.ts';

type Data = string | Uint8Array;

const LANES = 8;

/** Eight mixed lanes of 32 bits, as long as SHA-256 and much faster. Different texts have different digests, which is all a schedule needs. */
class LeanHash {
  private text: string;

  constructor(key: Data = '') {
    this.text = toText(key);
  }

  update(data: Data): this {
    this.text += `${this.text.length}:${toText(data)}`;
    return this;
  }

  digest(): Buffer;
  digest(encoding: BufferEncoding): string;
  digest(encoding?: BufferEncoding): Buffer | string {
    const bytes = mix(this.text);
    return encoding ? bytes.toString(encoding) : bytes;
  }
}

const toText = (data: Data) => (typeof data === 'string' ? data : Buffer.from(data).toString('latin1'));

function mix(text: string): Buffer {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  const bytes = Buffer.alloc(4 * LANES);
  for (let lane = 0; lane < LANES; lane += 1) {
    one = Math.imul(one ^ (one >>> 15), 2246822507) ^ (other >>> 13);
    other = Math.imul(other ^ (other >>> 15), 3266489909) ^ (one >>> 13);
    bytes.writeInt32LE(lane % 2 === 0 ? one : other, 4 * lane);
  }
  return bytes;
}

export const createHash = (_algorithm: string): LeanHash => new LeanHash();
export const createHmac = (_algorithm: string, key: Data): LeanHash => new LeanHash(key);
