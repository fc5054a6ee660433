import type { HistoryRecord, StoreDump } from './records.ts';
import { checkCatchUp } from './catch-up.ts';
import { checkEntitlement } from './entitlement.ts';
import { collectEvidence, type Evidence } from './evidence.ts';
import { checkRestoredSequences, excuseLost, type StoreRestore } from './lost-history.ts';
import { checkOperations } from './operations.ts';
import { checkOrder } from './order.ts';
import { checkRelations } from './relations.ts';
import { checkCounts, checkExpiry, checkScreens } from './screens.ts';
import { checkSequences } from './sequences.ts';
import { checkSessions } from './sessions.ts';
import { indexStore } from './store-index.ts';
import type { Violation } from './violation.ts';

export interface Verdict {
  violations: Violation[];
  evidence: Evidence;
  /** Milliseconds. */
  worstCatchUp: number;
}

/**
 * Decides whether a history keeps the delivery promise, from the history alone.
 * @param restore the store was restored from a backup meanwhile
 */
export function checkHistory(
  records: readonly HistoryRecord[],
  store: StoreDump,
  restore?: StoreRestore | null,
): Verdict {
  const collected = collectEvidence(records, store);
  const evidence = restore ? excuseLost(collected, restore) : collected;
  const index = indexStore(store);
  const { worst, violations: late } = checkCatchUp(evidence, index);
  const violations = [
    ...checkOperations(evidence, index),
    ...(restore ? checkRestoredSequences(collected, restore) : checkSequences(evidence, index)),
    ...checkOrder(evidence, index),
    ...checkEntitlement(evidence, index),
    ...checkSessions(evidence),
    ...checkRelations(evidence, index),
    ...checkExpiry(evidence),
    ...checkScreens(evidence, index),
    ...checkCounts(evidence),
    ...late,
    ...checkDeadlocks(store),
  ];
  return { violations, evidence, worstCatchUp: worst };
}

/** A deadlock breaks no promise, but writers that lock in a fixed order cannot have any. */
function checkDeadlocks({ deadlocks }: StoreDump): Violation[] {
  return deadlocks === 0
    ? []
    : [{ rule: 'deadlocked', what: `${deadlocks} deadlocks between writers`, at: null }];
}
