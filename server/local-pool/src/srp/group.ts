import { createDiffieHellman, createHash, type DiffieHellman, getDiffieHellman } from 'node:crypto';

/** The 3072-bit group of RFC 3526 with generator 2, which Cognito's SRP uses. */
const PRIME = getDiffieHellman('modp15').getPrime();
export const N = toNumber(PRIME);
const GENERATOR = 2n;

let group: DiffieHellman | undefined;

/** Called at the start: Node 24 proves the prime for each new object, which takes more than a second. */
export function prepareGroup(): DiffieHellman {
  return (group ??= createDiffieHellman(PRIME, Buffer.from([Number(GENERATOR)])));
}

/** `base ^ exponent mod N` by OpenSSL, far faster than BigInt. @throws when base is not in 2 … N-2 */
export function power(base: bigint, exponent: bigint): bigint {
  const dh = prepareGroup();
  dh.setPrivateKey(toBytes(exponent));
  return toNumber(dh.computeSecret(toBytes(base)));
}

export const powerOfGenerator = (exponent: bigint): bigint => power(GENERATOR, exponent);

/** The number's bytes, with a leading zero byte when the top bit is set: the form that SRP hashes. */
export function padded(value: bigint): Buffer {
  const bytes = toBytes(value);
  return (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}

export const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const hashToNumber = (...parts: Buffer[]): bigint => toNumber(sha256(...parts));

export function toNumber(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
}

export const fromHex = (hex: string): bigint => BigInt(`0x${hex}`);

function toBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** SRP's multiplier k. */
export const K = hashToNumber(padded(N), padded(GENERATOR));
