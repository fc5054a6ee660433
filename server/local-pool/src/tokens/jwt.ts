import { compactVerify, errors, SignJWT, type JWTPayload } from 'jose';
import type { SigningKeys } from '../secrets/signing-keys.ts';

const ALGORITHM = 'RS256';

/** Signs claims as an RS256 token with the signing key. */
export function signJwt(keys: SigningKeys, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ kid: keys.kid, alg: ALGORITHM }).sign(keys.privateKey);
}

/**
 * The claims of a token that one of these keys signed, otherwise undefined. No claim is checked: an expired token of another
 * client is invalid for Cognito, not expired, and `jwtVerify` would compare times first.
 */
export async function verifyJwt(keys: SigningKeys, token: string): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await compactVerify(token, keys.findPublicKey, { algorithms: [ALGORITHM] });
    return parseClaims(Buffer.from(payload).toString('utf8'));
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function parseClaims(json: string): JWTPayload | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
