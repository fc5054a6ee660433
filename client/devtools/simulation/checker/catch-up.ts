import type { ActionTrace, Evidence, TimeSpan, TabTrace } from './evidence.ts';
import { storeStreamName } from './evidence.ts';
import type { StoreIndex } from './store-index.ts';
import type { Violation } from './violation.ts';

const CATCH_UP_MAX_MS = 5000;
const NAMES = ['public', 'me'] as const;

export interface CatchUp {
  /** The longest delay of a tab after an answer, or after the beginning of five undisturbed seconds, in milliseconds. */
  worst: number;
  violations: Violation[];
}

/** Every answered operation is shown within five undisturbed seconds, in every tab that was open. */
export function checkCatchUp(evidence: Evidence, store: StoreIndex): CatchUp {
  const calmFrom = createCalmFinder([...evidence.faults, ...evidence.stalls]);
  const answered = evidence.actions.filter(({ status, kind }) => status === 200 && kind !== 'like');
  let worst = 0;
  const violations: Violation[] = [];
  for (const tab of evidence.tabs) {
    for (const name of NAMES) {
      const arrivals = indexArrivals(tab, name);
      for (const { at, seq, row } of listDueEvents(answered, { stream: storeStreamName(tab, name), store })) {
        if (at < (arrivals.first ?? Infinity) || hasTabEnded(tab, evidence, at)) continue;
        const shown = arrivals.reached(seq);
        const start = calmFrom(at);
        if (Number.isFinite(shown)) worst = Math.max(worst, shown - start);
        const deadline = start + CATCH_UP_MAX_MS;
        if (
          shown <= deadline ||
          deadline > (tab.left ?? evidence.ended) ||
          hasTabEnded(tab, evidence, deadline)
        )
          continue;
        const late = Number.isFinite(shown) ? `${Math.round(shown - at)} ms later` : 'never';
        violations.push({ rule: 'late', what: `${tab.tab} showed ${name} ${seq} (${row}) ${late}`, at });
      }
    }
  }
  return { worst, violations };
}

/** The sequence numbers of answered operations in a stream. */
function listDueEvents(
  actions: readonly ActionTrace[],
  { stream, store }: { stream: string; store: StoreIndex },
) {
  return actions.flatMap(({ row, kind, answered: at }) => {
    if (kind === 'profile') return [];
    const [line] = linesOf(kind, { stream, row, store });
    return line ? [{ at, seq: line.seq, row }] : [];
  });
}

/** The lines of an operation's own events. */
function linesOf(
  kind: ActionTrace['kind'],
  { stream, row, store }: { stream: string; row: string; store: StoreIndex },
) {
  if (kind === 'burn') return store.deletionsIn(stream, row);
  return kind === 'unsend' ? store.removalsIn(stream, row) : store.creationsIn(stream, row);
}

function hasTabEnded(tab: TabTrace, { revoked }: Evidence, at: number): boolean {
  return at >= Math.min(tab.left ?? Infinity, revoked.get(tab.session) ?? Infinity);
}

/** The times at which a tab reached the sequence numbers of a stream. */
function indexArrivals(tab: TabTrace, name: 'public' | 'me') {
  const steps = tab.steps.filter((step) => step.stream === name);
  const times = new Map<number, number>();
  for (const { seq, at } of steps) if (!times.has(seq)) times.set(seq, at);
  const start = steps[0]?.seq ?? Infinity;
  return {
    first: steps[0]?.at,
    /** An earlier event was in the page that the tab started with. */
    reached: (seq: number) => (seq <= start ? -Infinity : (times.get(seq) ?? Infinity)),
  };
}

/** The first moment from a given one on after which no fault occurs for as long as catching up may take. */
function createCalmFinder(faults: readonly TimeSpan[]): (at: number) => number {
  const sorted = faults.toSorted((one, other) => one.from - other.from);
  return (at) => {
    let start = at;
    for (const { from, to } of sorted) if (from < start + CATCH_UP_MAX_MS && to > start) start = to;
    return start;
  };
}
