import type { SnapshotReceived, EventApplied } from './records.ts';
import { storeStreamName, type Evidence, type TabTrace } from './evidence.ts';
import type { StoreIndex } from './store-index.ts';
import type { ViolationRule, Violation } from './violation.ts';

const STREAMS = ['public', 'me'] as const;

/** Kinds whose event and log line name the same row. */
const KINDS_WITH_ROW = new Set([
  'activity.created',
  'reply.created',
  'message.created',
  'message.removed',
  'activity.deleted',
]);

/**
 * Each tab's sequence has no gap and no repeat and equals the store's, so all tabs agree; at the end each tab is at the
 * heads of its streams.
 */
export function checkSequences({ tabs, revoked }: Evidence, store: StoreIndex): Violation[] {
  return tabs.flatMap((tab) =>
    STREAMS.flatMap((name) => {
      const steps = tab.steps.filter((step) => step.stream === name);
      const stream = storeStreamName(tab, name);
      const { found, seq } = checkSteps(tab, { steps, stream, store, from: null, mayReset: false });
      const isOver = tab.left !== null || revoked.has(tab.session);
      const head = store.head(stream);
      if (isOver || seq === head) return found;
      const what = `${tab.tab}, ${stream}: is at ${seq ?? 'nothing'}, the head is ${head}`;
      return [...found, { rule: 'lost', what, at: null } satisfies Violation];
    }),
  );
}

export interface StepSequence {
  steps: readonly (SnapshotReceived | EventApplied)[];
  stream: string;
  store: StoreIndex;
  /** The tab's sequence number before; null when it followed no stream. */
  from: number | null;
  /** True when the store has another history, so that a reset is correct. */
  mayReset: boolean;
}

/** @returns the violations, and the last sequence number */
export function checkSteps(
  { tab }: TabTrace,
  { steps, stream, store, from, mayReset }: StepSequence,
): { found: Violation[]; seq: number | null } {
  const found: Violation[] = [];
  let seq = from;
  for (const step of steps) {
    const { at } = step;
    const report = (rule: ViolationRule, what: string) =>
      found.push({ rule, what: `${tab}, ${stream} ${step.seq}: ${what}`, at });
    if (step.type === 'snapshot') {
      if (mayReset) seq = null;
      else if (step.why === 'reset') report('lost', `reset to the head after ${seq ?? 'nothing'}`);
      else if (seq !== null) report('lost', `adopted a second time after ${seq}`);
    } else {
      if (seq === null) report('contradicted', 'shown before the stream was adopted');
      else if (step.seq > seq + 1) report('lost', `shown after ${seq}`);
      else if (step.seq <= seq) report('doubled', `shown after ${seq}`);
      const fault = compareWithLog(step, store.lineAt(stream, step.seq));
      if (fault) report('reordered', fault);
    }
    seq = step.type === 'snapshot' ? step.seq : Math.max(seq ?? 0, step.seq);
  }
  return { found, seq };
}

/** The difference between an event and the store's line at its sequence number. */
function compareWithLog(step: EventApplied, line: ReturnType<StoreIndex['lineAt']>): string | null {
  if (!line) return 'shown, and not in the log';
  if (line.tag !== step.tag) return `shown with tag ${step.tag}, the log has ${line.tag}`;
  // Either may have lost its body since the other was read.
  if (line.kind === 'void' || step.kind === 'void') return null;
  if (line.kind !== step.kind) return `shown as ${step.kind}, the log has ${line.kind}`;
  return KINDS_WITH_ROW.has(step.kind) && line.ref !== step.ref
    ? `shown ${step.ref}, the log has ${line.ref}`
    : null;
}
