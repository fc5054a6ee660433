import type { Evidence, FaultSpan } from './evidence.ts';
import type { Violation } from './violation.ts';

const WITHIN_MS = 2000;
/** A gateway that cannot read who has left refuses everybody after so long. */
const FAILS_CLOSED_MS = 10_000;

/** Nothing reaches a session two seconds after its end was answered, and no ID token opens anything. */
export function checkSessions({ tabs, knocks, revoked, faults }: Evidence): Violation[] {
  const isAfter = (session: string, at: number) => {
    const ended = revoked.get(session);
    return ended !== undefined && at > deadline(ended, faults);
  };
  const blame = (what: string, at: number): Violation => ({ rule: 'leaked', what, at });
  const reached = tabs.flatMap((tab) => [
    ...tab.steps
      .filter(({ at }) => isAfter(tab.session, at))
      .map(({ at, stream, seq }) =>
        blame(`${tab.tab} heard ${stream} ${seq} after its session had ended`, at),
      ),
    ...tab.entered
      .filter((at) => isAfter(tab.session, at))
      .map((at) => blame(`${tab.tab} was let in after its session had ended`, at)),
  ]);
  const admitted = knocks
    .filter(({ admitted, session, at }) => admitted && (session === null || isAfter(session, at)))
    .map(({ session, at }) =>
      blame(session === null ? 'an ID token was let in' : 'an ended session was answered', at),
    );
  return [...reached, ...admitted];
}

/** While something is broken the two seconds begin anew with its repair, up to where gateways refuse by themselves. */
function deadline(ended: number, faults: readonly FaultSpan[]): number {
  let due = ended + WITHIN_MS;
  for (const { from, to } of faults) if (from < due && to > ended) due = Math.max(due, to + WITHIN_MS);
  return Math.min(due, ended + FAILS_CLOSED_MS + WITHIN_MS);
}
