import { lifetimes } from '@cruddur/local-pool';
import type { IdentityConfig } from '../config-identity.ts';

const HOUR_MS = 3_600_000;
/** The longest life of Amazon's access tokens. A sign-out revokes the refresh token, so no token is issued after it. */
const COGNITO_ACCESS_MS = 24 * HOUR_MS;
/** For clock differences, and a refresh that overlaps the sign-out. */
const MARGIN_MS = HOUR_MS;

/**
 * How long after a revocation a revoked token may still be valid (docs/decisions/0037). The local pool continues to refresh a
 * sign-in that was ended at the API only, until the longest life of a sign-in.
 */
export function revocationRetentionMs(identity: IdentityConfig): number {
  const lastTokenMs =
    identity.kind === 'cognito' ? COGNITO_ACCESS_MS : lifetimes.session + identity.accessSeconds * 1000;
  return lastTokenMs + MARGIN_MS;
}
