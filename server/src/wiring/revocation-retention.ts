import { lifetimes } from '@cruddur/local-pool';
import { LONGEST_ACCESS_SECONDS } from '../config/variables.ts';

const HOUR_MS = 3_600_000;
/** The longest life of Amazon's access tokens. */
const COGNITO_ACCESS_MS = 24 * HOUR_MS;
/** For clock differences, and a refresh that overlaps the sign-out. */
const MARGIN_MS = HOUR_MS;

type IdentityLives = { kind: 'local'; accessSeconds: number } | { kind: 'cognito'; refreshDays: number };

/**
 * How long after a revocation a revoked token may still be valid (docs/decisions/0037). Both pools continue to refresh a sign-in that
 * was ended at the API only, until the longest life of a sign-in. The local pool's tokens may have been issued with another lifetime
 * than the present one.
 */
export function revocationRetentionMs(identity: IdentityLives): number {
  return refreshMs(identity) + longestAccessMs(identity) + MARGIN_MS;
}

/** How long after a sign-in the last of its tokens may be valid. */
export function signInLifeMs(identity: IdentityLives): number {
  const accessMs = identity.kind === 'cognito' ? COGNITO_ACCESS_MS : identity.accessSeconds * 1000;
  return refreshMs(identity) + accessMs;
}

const refreshMs = (identity: IdentityLives) =>
  identity.kind === 'cognito' ? identity.refreshDays * 24 * HOUR_MS : lifetimes.session;

const longestAccessMs = ({ kind }: IdentityLives) =>
  kind === 'cognito' ? COGNITO_ACCESS_MS : LONGEST_ACCESS_SECONDS * 1000;
