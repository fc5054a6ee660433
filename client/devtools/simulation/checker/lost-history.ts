import type { EventApplied, SnapshotReceived, StoreDump } from './records.ts';
import { storeStreamName, type ActionTrace, type Evidence, type TabTrace } from './evidence.ts';
import { checkSteps } from './sequences.ts';
import { indexStore, type StoreIndex } from './store-index.ts';
import type { Violation } from './violation.ts';

/** A restore of the store from a backup in the middle of a history. */
export interface StoreRestore {
  /** When the older state was in place. */
  at: number;
  /** The store at the backup, and just before the restore: the difference may be lost. */
  backup: StoreDump;
  before: StoreDump;
}

type Step = SnapshotReceived | EventApplied;

const STREAMS = ['public', 'me'] as const;
/** Such an answer allows both that the operation is in the store and that it is not. */
const EITHER = 410;

/** What was committed since the backup may be lost or repeated, and a tab may receive the lost history until it is reset. */
export function excuseLost(evidence: Evidence, { at, backup, before }: StoreRestore): Evidence {
  const [kept, former] = [indexStore(backup), indexStore(before)];
  const isLost = (action: ActionTrace) => isInStore(action, former) && !isInStore(action, kept);
  return {
    ...evidence,
    actions: evidence.actions.map((action) => (isLost(action) ? { ...action, status: EITHER } : action)),
    tabs: evidence.tabs.map((tab) => ({
      ...tab,
      steps: STREAMS.flatMap((stream) => {
        const steps = tab.steps.filter((step) => step.stream === stream);
        return steps.slice(Math.max(0, findLastSnapshot(steps, at)));
      }),
    })),
  };
}

function isInStore({ kind, row }: ActionTrace, store: StoreIndex): boolean {
  if (kind === 'burn') return store.deletionsIn('public', row).length > 0;
  if (kind === 'unsend') return store.linesAbout(row).some((line) => line.kind === 'message.removed');
  return store.creations(row).length > 0;
}

/** @returns the index of the last one since the restore, or -1 */
const findLastSnapshot = (steps: readonly Step[], at: number) =>
  steps.findLastIndex((step) => step.type === 'snapshot' && step.at >= at);

/**
 * Until the restore, each tab follows the former history. From its last reset on, or throughout when the store still has
 * its cursor, it follows the present one up to the head. What it receives in between belongs to either.
 */
export function checkRestoredSequences(
  evidence: Evidence,
  restore: Pick<StoreRestore, 'at' | 'before'>,
): Violation[] {
  const histories = { present: indexStore(evidence.store), former: indexStore(restore.before) };
  return evidence.tabs.flatMap((tab) => {
    const isOver = tab.left !== null || evidence.revoked.has(tab.session);
    return STREAMS.flatMap((name) => {
      const steps = tab.steps.filter((step) => step.stream === name);
      const stream = storeStreamName(tab, name);
      const until = steps.filter(({ at }) => at < restore.at);
      return [
        ...checkSteps(tab, { steps: until, stream, store: histories.former, from: null, mayReset: false })
          .found,
        ...checkOrigins(tab, { steps, stream, ...histories }),
        ...(isOver ? [] : checkPresent(tab, { steps, stream, store: histories.present, at: restore.at })),
      ];
    });
  });
}

function checkOrigins(
  { tab }: TabTrace,
  {
    steps,
    stream,
    present,
    former,
  }: { steps: readonly Step[]; stream: string; present: StoreIndex; former: StoreIndex },
): Violation[] {
  return steps
    .filter(({ type }) => type === 'applied')
    .filter(({ seq, tag }) => ![present, former].some((store) => store.lineAt(stream, seq)?.tag === tag))
    .map(({ seq, tag, at }) => ({
      rule: 'reordered',
      what: `${tab}, ${stream} ${seq}: no history has ${tag}`,
      at,
    }));
}

function checkPresent(
  tab: TabTrace,
  { steps, stream, store, at }: { steps: readonly Step[]; stream: string; store: StoreIndex; at: number },
): Violation[] {
  const reset = findLastSnapshot(steps, at);
  const since = reset < 0 ? steps : steps.slice(reset);
  const { found, seq } = checkSteps(tab, { steps: since, stream, store, from: null, mayReset: reset >= 0 });
  const head = store.head(stream);
  const tag = since.at(-1)?.tag;
  if (seq === head && (head === 0 || tag === store.lineAt(stream, head)?.tag)) return found;
  const what = `${tab.tab}, ${stream}: is at ${seq ?? 'nothing'}, tag ${tag ?? 'none'}; the head is ${head}`;
  return [...found, { rule: 'lost', what, at: null }];
}
