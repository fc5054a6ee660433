import { lifetimes } from '@cruddur/local-pool';
import { LONGEST_ACCESS_SECONDS, type IdentityConfig } from '../config-identity.ts';

const HOUR_MS = 3_600_000;
/** The longest life of Amazon's access tokens. A sign-out revokes the refresh token, so no token is issued after it. */
const COGNITO_ACCESS_MS = 24 * HOUR_MS;
/** For clock differences, and a refresh that overlaps the sign-out. */
const MARGIN_MS = HOUR_MS;

/**
 * How long after a revocation a revoked token may still be valid (docs/decisions/0037). The local pool continues to refresh a
 * sign-in that was ended at the API only, until the longest life of a sign-in, and its tokens may have been issued with another
 * lifetime than the present one.
 */
export function revocationRetentionMs(identity: Pick<IdentityConfig, 'kind'>): number {
  const lastTokenMs =
    identity.kind === 'cognito' ? COGNITO_ACCESS_MS : lifetimes.session + LONGEST_ACCESS_SECONDS * 1000;
  return lastTokenMs + MARGIN_MS;
}
