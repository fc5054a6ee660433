import type { IdentityConfig } from '../config/config.ts';
import type { Clock } from '../domain/clock.ts';
import { createEndSignIns, type EndSignIns } from '../domain/sessions/end-session.ts';
import { createRevocations, type Revocations } from '../domain/sessions/revocations.ts';
import { createRevocationLog } from '../repositories/revocations.ts';
import { sha256 } from '../sha256.ts';
import type { OpenedStore } from '../store/opened-store.ts';
import { revocationRetentionMs } from './revocation-retention.ts';

export interface RevocationParts {
  store: OpenedStore;
  clock: Clock;
  monotonicMs: () => number;
}

export interface WiredRevocations {
  revocations: Revocations;
  endSignIns: EndSignIns;
  /** How long a revocation is kept. */
  retentionMs: number;
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
  return { revocations, endSignIns: createEndSignIns({ revocationLog, revocations }), retentionMs };
}
