import { createHash, createHmac, getDiffieHellman, randomBytes } from 'node:crypto';

/** The client's side of the password proof in plain BigInt, independent of the pool's OpenSSL implementation. */

const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const G = 2n;
const GROUP = 'Local0001';

/** `group` is the pool's name, or the group of a device. */
export type SrpClient = { a: bigint; SRP_A: string; group: string };

export function startSrp(group = GROUP): SrpClient {
  const a = toNumber(randomBytes(64));
  return { a, SRP_A: modPow(G, a).toString(16), group };
}

/** The response of RespondToAuthChallenge for a PASSWORD_VERIFIER. */
export function createSrpProof(
  { a, SRP_A, group }: SrpClient,
  password: string,
  challenge: Record<string, string>,
): Record<string, string> {
  const { SALT = '', SRP_B = '', SECRET_BLOCK = '', USER_ID_FOR_SRP: user = '' } = challenge;
  const b = BigInt(`0x${SRP_B}`);
  const u = hashOf(pad(BigInt(`0x${SRP_A}`)), pad(b));
  const x = hashOf(pad(BigInt(`0x${SALT}`)), sha(Buffer.from(`${group}${user}:${password}`)));
  const k = hashOf(pad(N), pad(G));
  const base = (((b - k * modPow(G, x)) % N) + N) % N;
  const key = deriveKey(pad(modPow(base, a + u * x)), pad(u));
  const TIMESTAMP = 'Fri Nov 20 10:58:07 UTC 2026';
  const PASSWORD_CLAIM_SIGNATURE = createHmac('sha256', key)
    .update(`${group}${user}`)
    .update(Buffer.from(SECRET_BLOCK, 'base64'))
    .update(TIMESTAMP)
    .digest('base64');
  return { USERNAME: user, PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK, TIMESTAMP, PASSWORD_CLAIM_SIGNATURE };
}

/** The verifier of a device's password for ConfirmDevice. */
export function createDeviceVerifier(group: string, key: string, password: string) {
  const salt = randomBytes(16);
  const x = hashOf(pad(toNumber(salt)), sha(Buffer.from(`${group}${key}:${password}`)));
  return {
    Salt: pad(toNumber(salt)).toString('base64'),
    PasswordVerifier: pad(modPow(G, x)).toString('base64'),
  };
}

function deriveKey(material: Buffer, salt: Buffer): Buffer {
  const extracted = createHmac('sha256', salt).update(material).digest();
  return createHmac('sha256', extracted).update('Caldera Derived Key\u0001').digest().subarray(0, 16);
}

function modPow(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base % N, rest = exponent; rest > 0n; square = (square * square) % N, rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
  }
  return result;
}

function pad(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

const toNumber = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);
const sha = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const hashOf = (...parts: Buffer[]) => toNumber(sha(...parts));
