import type { IdentityConfig } from '../config/config.ts';
import type { Clock } from '../domain/clock.ts';
import { createEndSignIns, type EndSignIns } from '../domain/sessions/end-session.ts';
import { createRevocations, type Revocations } from '../domain/sessions/revocations.ts';
import { createRevocationLog } from '../repositories/revocations.ts';
import type { OpenedStore } from '../store/opened-store.ts';
import { lifetimes } from '@cruddur/local-pool';
import { LONGEST_ACCESS_SECONDS } from '../config/variables.ts';
import { sha256 } from './crypto.ts';

export interface RevocationParts {
  store: OpenedStore;
  clock: Clock;
  monotonicMs: () => number;
}

export interface WiredRevocations {
  revocations: Revocations;
  endSignIns: EndSignIns;
  /** How long a revocation is kept. */
  revocationRetentionMs: number;
  signInLifeMs: number;
}

/** Loads the revocations of the store. */
export async function wireRevocations(
  identity: IdentityConfig,
  { store, clock, monotonicMs }: RevocationParts,
): Promise<WiredRevocations> {
  const revocationLog = createRevocationLog(store.vitalDb, clock, { writeDb: store.writeDb });
  const retentionMs = revocationRetentionMs(identity);
  const revocations = createRevocations({
    log: revocationLog,
    clock,
    // While this program copies the only store, nothing can be revoked, and what it has read does not age.
    monotonicMs: () => monotonicMs() - store.readPause().totalMs,
    retentionMs,
    sha256,
  });
  await revocations.refresh();
  return {
    revocations,
    endSignIns: createEndSignIns({ revocationLog, revocations }),
    revocationRetentionMs: retentionMs,
    signInLifeMs: signInLifeMs(identity),
  };
}

const HOUR_MS = 3_600_000;
/** The longest life of Amazon's access tokens. */
const COGNITO_ACCESS_MS = 24 * HOUR_MS;
/** For clock differences, and a refresh that overlaps the sign-out. */
const MARGIN_MS = HOUR_MS;

type IdentityLives = { kind: 'local'; accessSeconds: number } | { kind: 'cognito'; refreshDays: number };

/**
 * How long after a revocation a revoked token may still be valid (docs/decisions/0015). Both pools continue to refresh a sign-in that
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
