import type { SnapshotReceived, EventApplied, HistoryRecord, StoreDump } from '../history/records.ts';
import { collectEvidence, storeStreamName, type TabTrace } from './evidence.ts';
import { checkSteps } from './sequences.ts';
import { indexStore, type StoreIndex } from './store-index.ts';
import type { Violation } from './violation.ts';

const STREAMS = ['public', 'me'] as const;

export interface RestoredStore {
  /** When the older state was in place. */
  at: number;
  /** The store at the end of the run. */
  store: StoreDump;
}

/**
 * A restore legitimately removes what was written since the dump. The promise then is that no tab continues unchanged: a
 * tab whose cursor the store no longer has is reset, and from there misses and doubles nothing.
 */
export function checkRestored(records: readonly HistoryRecord[], { at, store }: RestoredStore): Violation[] {
  const index = indexStore(store);
  const open = collectEvidence(records, store).tabs.filter(
    ({ left, opened }) => left === null && opened < at,
  );
  return open.flatMap((tab) => STREAMS.flatMap((name) => checkStream(tab, name, { at, index })));
}

function checkStream(
  tab: TabTrace,
  name: 'public' | 'me',
  { at, index }: { at: number; index: StoreIndex },
): Violation[] {
  const steps = tab.steps.filter((step) => step.stream === name);
  const stream = storeStreamName(tab, name);
  const before = steps.filter((step) => step.at < at).at(-1);
  const from = before && isInLog(before, index, stream) ? before.seq : null;
  const after = steps.filter((step) => step.at >= at);
  const { found, seq } = checkSteps(tab, { steps: after, stream, store: index, from, mayReset: true });
  const head = index.head(stream);
  if (seq === head) return found;
  const what = `${tab.tab}, ${stream}: is at ${seq ?? 'a cursor that is gone'}, the head is ${head}`;
  return [...found, { rule: 'lost', what, at: null }];
}

function isInLog({ seq, tag }: SnapshotReceived | EventApplied, index: StoreIndex, stream: string): boolean {
  return seq === 0 || index.lineAt(stream, seq)?.tag === tag;
}
