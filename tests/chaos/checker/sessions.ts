import type { Evidence, FaultSpan, Span } from './evidence.ts';
import type { Violation } from './violation.ts';

const WITHIN_MS = 2000;
/** A gateway that cannot read who has left refuses everybody after so long. */
const FAILS_CLOSED_MS = 10_000;

/** Nothing reaches a session two seconds after its end was answered, and no ID token opens anything. */
export function checkSessions({ tabs, knocks, revoked, faults, stalls }: Evidence): Violation[] {
  const isAfter = (session: string, { at, gateway }: { at: number; gateway: string | null }) => {
    const ended = revoked.get(session);
    if (ended === undefined) return false;
    return at > deadline(ended, [...faults.filter((fault) => excuses(fault, gateway)), ...stalls]);
  };
  const blame = (what: string, at: number): Violation => ({ rule: 'leaked', what, at });
  const reached = tabs.flatMap(({ tab, session, gateway, steps, entered }) => [
    ...steps
      .filter(({ at }) => isAfter(session, { at, gateway }))
      .map(({ at, stream, seq }) => blame(`${tab} heard ${stream} ${seq} after its session had ended`, at)),
    ...entered
      .filter((at) => isAfter(session, { at, gateway }))
      .map((at) => blame(`${tab} was let in after its session had ended`, at)),
  ]);
  const admitted = knocks
    .filter((knock) => knock.admitted && (knock.session === null || isAfter(knock.session, knock)))
    .map(({ session, at }) =>
      blame(session === null ? 'an ID token was let in' : 'an ended session was answered', at),
    );
  return [...reached, ...admitted];
}

/** Where a gateway cannot read the store. */
const BLIND = /store$|postgres$|freeze-gateway$/;
/** Where its words are held up on their way to whom they were meant for. */
const HELD_UP = /(delay|throttle|black-hole) callers$/;

/** @param gateway that was spoken to; null when it may have been any */
function excuses({ name, gateway: struck }: FaultSpan, gateway: string | null): boolean {
  const isExcuse = BLIND.test(name) || HELD_UP.test(name);
  return isExcuse && (struck === null || gateway === null || struck === gateway);
}

/** The two seconds begin anew where an excuse ends; a gateway that is blind refuses by itself, but words may be on their way. */
function deadline(ended: number, excused: readonly (Span & { name?: string })[]): number {
  let due = ended + WITHIN_MS;
  const inOrder = excused.toSorted((one, other) => one.from - other.from);
  for (const { from, to, name = '' } of inOrder) {
    if (from >= due || to <= ended) continue;
    const latest = BLIND.test(name) ? ended + FAILS_CLOSED_MS : to;
    due = Math.max(due, Math.min(to, latest) + WITHIN_MS);
  }
  return due;
}
