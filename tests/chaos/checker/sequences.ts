import type { SnapshotAdopted, EventApplied } from '../history/records.ts';
import { storeStreamName, type Evidence, type TabTrace } from './evidence.ts';
import type { StoreIndex } from './store-index.ts';
import type { ViolationRule, Violation } from './violation.ts';

const STREAMS = ['public', 'me'] as const;

/** Kinds whose event and whose line in the log name the same row. */
const KINDS_WITH_ROW = new Set(['activity.created', 'reply.created', 'message.created', 'activity.deleted']);

/**
 * Each tab's sequence is without hole or repeat and is the store's, so all tabs agree; and at the end each stands at the
 * head of its streams.
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
      const what = `${tab.tab}, ${stream}: stands at ${seq ?? 'nothing'}, the head is ${head}`;
      return [...found, { rule: 'lost', what, at: null } satisfies Violation];
    }),
  );
}

export interface StepSequence {
  steps: readonly (SnapshotAdopted | EventApplied)[];
  stream: string;
  store: StoreIndex;
  /** Where the tab stood before; null when it followed nothing. */
  from: number | null;
  /** True when the store's history is another one, so that beginning anew is right. */
  mayReset: boolean;
}

/** @returns what is wrong on the way, and where it ends */
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
    if (step.type === 'adopted') {
      if (mayReset) seq = null;
      else if (step.why === 'reset') report('lost', `began anew at the head after ${seq ?? 'nothing'}`);
      else if (seq !== null) report('lost', `adopted a second time after ${seq}`);
    } else {
      if (seq === null) report('contradicted', 'shown before the stream was adopted');
      else if (step.seq > seq + 1) report('lost', `shown after ${seq}`);
      else if (step.seq <= seq) report('doubled', `shown after ${seq}`);
      const fault = compareWithLog(step, store.lineAt(stream, step.seq));
      if (fault) report('reordered', fault);
    }
    seq = step.type === 'adopted' ? step.seq : Math.max(seq ?? 0, step.seq);
  }
  return { found, seq };
}

/** What is wrong with an event beside the store's line at its place. */
function compareWithLog(step: EventApplied, line: ReturnType<StoreIndex['lineAt']>): string | null {
  if (!line) return 'shown, and not in the log';
  if (line.tag !== step.tag) return `shown with tag ${step.tag}, the log has ${line.tag}`;
  // Either may have lost its body since the other was made.
  if (line.kind === 'void' || step.kind === 'void') return null;
  if (line.kind !== step.kind) return `shown as ${step.kind}, the log has ${line.kind}`;
  return KINDS_WITH_ROW.has(step.kind) && line.ref !== step.ref
    ? `shown ${step.ref}, the log has ${line.ref}`
    : null;
}
