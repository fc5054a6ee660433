import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { fromHex, hashToNumber, K, N, padded, power, powerOfGenerator, toNumber } from './group.ts';
import type { Identity } from './verifier.ts';

const INFO = 'Caldera Derived Key';
const KEY_BYTES = 16;
const SECRET_BYTES = 48;

/** The server's ephemeral values of one proof, in hex: `secret` (SRP's b) and `offer` (B), which is sent to the client. */
export type ServerEphemeral = { secret: string; offer: string };

/** Whether a client's public number (A, hex) is safe: 0, 1 and -1 modulo N would reveal the key. */
export function isSafePublicNumber(hex: string): boolean {
  const value = fromHex(hex) % N;
  return value > 1n && value < N - 1n;
}

export function startExchange(verifier: string): ServerEphemeral {
  const secret = toNumber(randomBytes(SECRET_BYTES));
  const offer = (K * fromHex(verifier) + powerOfGenerator(secret)) % N;
  return { secret: secret.toString(16), offer: offer.toString(16) };
}

/** A client's proof. `block` and `signature` in base64. */
export type PasswordProof = {
  identity: Identity;
  clientNumber: string;
  serverEphemeral: ServerEphemeral;
  verifier: string;
  block: string;
  timestamp: string;
  signature: string;
};

/** Whether the proof matches the verifier's password, compared in constant time. */
export function isValidProof(claim: PasswordProof): boolean {
  const key = deriveSharedKey(claim);
  if (!key) return false;
  const expected = createHmac('sha256', key)
    .update(claim.identity.group + claim.identity.id, 'utf8')
    .update(Buffer.from(claim.block, 'base64'))
    .update(claim.timestamp, 'utf8')
    .digest();
  const given = Buffer.from(claim.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function deriveSharedKey({ clientNumber, serverEphemeral, verifier }: PasswordProof): Buffer | undefined {
  const a = fromHex(clientNumber) % N;
  const u = hashToNumber(padded(fromHex(clientNumber)), padded(fromHex(serverEphemeral.offer)));
  if (u === 0n || !isSafePublicNumber(clientNumber)) return undefined;
  const base = (a * power(fromHex(verifier), u)) % N;
  if (base <= 1n || base >= N - 1n) return undefined;
  const secret = power(base, fromHex(serverEphemeral.secret));
  return Buffer.from(hkdfSync('sha256', padded(secret), padded(u), INFO, KEY_BYTES));
}
