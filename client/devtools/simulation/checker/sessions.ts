import type { Evidence, FaultSpan, TimeSpan } from './evidence.ts';
import type { Violation } from './violation.ts';

const REVOKED_MAX_MS = 2000;
/** A gateway that cannot read the revocations refuses every session after this time. */
const FAIL_CLOSED_MS = 10_000;

/** A session receives nothing from two seconds after its end was answered, and no ID token is accepted. */
export function checkSessions({ tabs, accessAttempts, revoked, faults, stalls }: Evidence): Violation[] {
  const isAfter = (session: string, { at, gateway }: { at: number; gateway: string | null }) => {
    const ended = revoked.get(session);
    if (ended === undefined) return false;
    return (
      at > revocationDeadline(ended, [...faults.filter((fault) => isExcused(fault, gateway)), ...stalls])
    );
  };
  const leak = (what: string, at: number): Violation => ({ rule: 'leaked', what, at });
  const reached = tabs.flatMap(({ tab, session, gateway, steps, connected }) => [
    ...steps
      .filter(({ at }) => isAfter(session, { at, gateway }))
      .map(({ at, stream, seq }) => leak(`${tab} received ${stream} ${seq} after its session had ended`, at)),
    ...connected
      .filter((at) => isAfter(session, { at, gateway }))
      .map((at) => leak(`${tab} was accepted after its session had ended`, at)),
  ]);
  const admitted = accessAttempts
    .filter((attempt) => attempt.admitted && (attempt.session === null || isAfter(attempt.session, attempt)))
    .map(({ session, at }) =>
      leak(session === null ? 'an ID token was accepted' : 'an ended session was answered', at),
    );
  return [...reached, ...admitted];
}

/** Faults in which a gateway cannot read the store. */
const STORE_UNREADABLE = /store$|postgres$|freeze-gateway$/;
/** Faults that delay what a gateway sends. */
const CALLERS_DELAYED = /(delay|throttle|black-hole) callers$/;

/** @param gateway the contacted one; null when it may have been any */
function isExcused({ name, gateway: struck }: FaultSpan, gateway: string | null): boolean {
  const isExcuse = STORE_UNREADABLE.test(name) || CALLERS_DELAYED.test(name);
  return isExcuse && (struck === null || gateway === null || struck === gateway);
}

/** The two seconds start again at the end of an excuse; a gateway without the store refuses by itself, but frames may be in transit. */
function revocationDeadline(ended: number, excused: readonly (TimeSpan & { name?: string })[]): number {
  let due = ended + REVOKED_MAX_MS;
  const inOrder = excused.toSorted((one, other) => one.from - other.from);
  for (const { from, to, name = '' } of inOrder) {
    if (from >= due || to <= ended) continue;
    const latest = STORE_UNREADABLE.test(name) ? ended + FAIL_CLOSED_MS : to;
    due = Math.max(due, Math.min(to, latest) + REVOKED_MAX_MS);
  }
  return due;
}
