import { sign, verify } from 'node:crypto';
import type { SigningKeys } from '../secrets/signing-keys.ts';

const ALGORITHM = 'sha256';

type Claims = Record<string, unknown>;

/** Signs claims as an RS256 token with the signing key. */
export function signJwt(keys: SigningKeys, claims: Claims): string {
  const head = `${encode({ kid: keys.kid, alg: 'RS256' })}.${encode(claims)}`;
  return `${head}.${sign(ALGORITHM, Buffer.from(head), keys.privateKey).toString('base64url')}`;
}

/** The claims of a token that one of these keys signed, else undefined. Says nothing about their content. */
export function openJwt(keys: SigningKeys, token: string): Claims | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  const { alg, kid } = decode(header) ?? {};
  const key = alg === 'RS256' && typeof kid === 'string' ? keys.publicKeys.get(kid) : undefined;
  if (!key) return undefined;
  const isOurs = verify(
    ALGORITHM,
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, 'base64url'),
  );
  return isOurs ? decode(payload) : undefined;
}

const encode = (value: Claims) => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
