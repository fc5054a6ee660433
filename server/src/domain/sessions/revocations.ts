import { ORIGIN } from '@cruddur/shared';
import type { Clock } from '../clock.ts';
import type { Revocation, RevocationLog } from '../ports.ts';
import type { Session } from '../viewer.ts';

/** Which sessions have ended, as this gateway knows it. */
export interface Revocations {
  /** True once the session was ended. @throws nothing; when the log could not be read for 10 s, everything is revoked */
  isRevoked(session: Session): boolean;
  /** True while the log could not be read for 10 s: who asks now is refused, but told that it is our fault. */
  isStale(): boolean;
  /** Reads what is new; called each second and before the gateway serves. */
  refresh(): Promise<void>;
  /** Hears each new revocation once, for cutting sockets. */
  onRevoked(hear: HearRevoked): () => void;
}

/** @param sub whose sign-ins they are */
export type HearRevoked = (isOver: (session: Session) => boolean, sub: string) => void;

export function isEndedBy(revocation: Revocation, session: Session): boolean {
  if (revocation.sub !== session.sub) return false;
  if (revocation.originJti === session.originJti) return true;
  return revocation.allBefore !== null && session.authTime < revocation.allBefore;
}

const FAIL_CLOSED_MS = 10_000;

export interface RevocationsParts {
  log: Pick<RevocationLog, 'after'>;
  clock: Clock;
  /** A clock that never jumps, for the age of the last good read. */
  monotonicMs: () => number;
  /** How long after a sign-in there may be tokens of it. */
  signInMs: number;
}

export function createRevocations({ log, clock, monotonicMs, signInMs }: RevocationsParts): Revocations {
  const bySub = new Map<string, Revocation[]>();
  // In the order of their ends, give or take a moment.
  const known = new Map<string, Revocation>();
  const listeners = new Set<HearRevoked>();
  let last = ORIGIN;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  function remember(revocation: Revocation): void {
    known.set(revocation.id, revocation);
    bySub.set(revocation.sub, [...(bySub.get(revocation.sub) ?? []), revocation]);
    for (const hear of listeners) hear((session) => isEndedBy(revocation, session), revocation.sub);
  }

  /** By then no token of those sign-ins can be left. */
  function forgetOld(): void {
    const before = clock.now().getTime() - signInMs;
    for (const { id, sub, at } of known.values()) {
      if (at >= before) return;
      known.delete(id);
      const left = (bySub.get(sub) ?? []).filter((revocation) => revocation.id !== id);
      if (left.length > 0) bySub.set(sub, left);
      else bySub.delete(sub);
    }
  }

  const read = async () => {
    const startedAt = monotonicMs();
    const { revocations, place } = await log.after(last);
    last = place;
    // A store with another history tells all it has. What is known stays true, whatever that store has forgotten.
    for (const revocation of revocations) if (!known.has(revocation.id)) remember(revocation);
    forgetOld();
    readAt = startedAt;
  };

  const isStale = () => monotonicMs() - readAt > FAIL_CLOSED_MS;

  return {
    isStale,
    isRevoked: (session) =>
      isStale() || (bySub.get(session.sub) ?? []).some((revocation) => isEndedBy(revocation, session)),
    refresh: () => (reading ??= read().finally(() => (reading = undefined))),
    onRevoked: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}
