import type { ActionTrace, Evidence } from './evidence.ts';
import { type StoreIndex, groupBy } from './store-index.ts';
import type { Violation } from './violation.ts';

const ORDERED_KINDS = new Set(['crud', 'reply', 'message', 'expiring', 'expiring-message']);

/** An operation that was answered before another one began precedes it in every shared stream; conversations have one order. */
export function checkOrder(evidence: Evidence, store: StoreIndex): Violation[] {
  const created = evidence.actions
    .filter(({ kind }) => ORDERED_KINDS.has(kind))
    .flatMap((trace) => store.creations(trace.row).map(({ stream, seq }) => ({ trace, stream, seq })));
  const byStream = groupBy(created, ({ stream }) => stream);
  return [
    ...[...byStream].flatMap(([stream, entries]) => checkRealTimeOrder(stream, entries)),
    ...checkConversations(evidence, store),
  ];
}

/** In the order of time: an operation must come after all that had been answered when it began. */
function checkRealTimeOrder(
  stream: string,
  entries: readonly { trace: ActionTrace; seq: number }[],
): Violation[] {
  const answered = entries
    .filter(({ trace }) => trace.status === 200)
    .sort((one, other) => one.trace.answered - other.trace.answered);
  const begun = entries.toSorted((one, other) => one.trace.invoked - other.trace.invoked);
  const found: Violation[] = [];
  let next = 0;
  let latest: { trace: ActionTrace; seq: number } | undefined;
  for (const one of begun) {
    for (let done = answered[next]; done && done.trace.answered < one.trace.invoked; done = answered[next]) {
      if (!latest || done.seq > latest.seq) latest = done;
      next += 1;
    }
    if (!latest || latest.seq <= one.seq) continue;
    const what = `${stream}: ${one.trace.row} is ${one.seq}, yet began after ${latest.trace.row} at ${latest.seq}`;
    found.push({ rule: 'reordered', what, at: one.trace.invoked });
  }
  return found;
}

/** Both members receive messages in one order, that of their positions in the conversation. */
function checkConversations({ actions, store: { messages } }: Evidence, store: StoreIndex): Violation[] {
  // The purge leaves gaps.
  const withExpired = new Set(
    actions.flatMap(({ kind, sub, detail = '' }) =>
      kind === 'expiring-message' ? [pairKey(sub, detail)] : [],
    ),
  );
  return [...groupBy(messages, ({ group }) => group)].flatMap(([group, all]) => {
    const byPosition = all.toSorted((one, other) => one.pos - other.pos);
    const mayHaveGaps = withExpired.has(pairKey(...(byPosition[0]?.members ?? ['', ''])));
    const isDense = byPosition.every(({ pos }, index) =>
      mayHaveGaps ? pos > (byPosition[index - 1]?.pos ?? 0) : pos === index + 1,
    );
    const isOneOrder = (byPosition[0]?.members ?? []).every((sub) => {
      const seqs = byPosition.map(({ row }) => store.creationsIn(`user:${sub}`, row)[0]?.seq ?? 0);
      return seqs.every((seq, index) => seq > (seqs[index - 1] ?? 0));
    });
    if (isDense && isOneOrder) return [];
    const what = isDense
      ? 'its members receive it in different orders'
      : 'its positions have gaps or repeats';
    return [{ rule: 'reordered', what: `conversation ${group}: ${what}`, at: null } satisfies Violation];
  });
}

/** The same key for both orders of two people. */
export const pairKey = (one: string, other: string): string => [one, other].sort().join(' ');
