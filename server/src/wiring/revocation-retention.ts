import { lifetimes } from '@cruddur/local-pool';
import type { IdentityConfig } from '../config-identity.ts';

const HOUR_MS = 3_600_000;
/** Amazon Cognito lets an access token live a day. A sign-out there ends the refresh token, so none is issued afterwards. */
const COGNITO_ACCESS_MS = 24 * HOUR_MS;
/** For clocks that differ, and a refresh that overlapped the sign-out. */
const MARGIN_MS = HOUR_MS;

/**
 * How long after a revocation a token may live that it revokes (docs/decisions/0037). The local pool goes on refreshing a
 * sign-in that ended at the API only, until that sign-in is as old as it may get.
 */
export function revocationRetentionMs(identity: IdentityConfig): number {
  const lastTokenMs =
    identity.kind === 'cognito' ? COGNITO_ACCESS_MS : lifetimes.session + identity.accessSeconds * 1000;
  return lastTokenMs + MARGIN_MS;
}
