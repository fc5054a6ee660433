import { noAudit, type Audit } from '../audit.ts';
import type { Clock } from '../clock.ts';
import { createWarningCounter } from '../warning-counter.ts';
import type { Logger } from '../logger.ts';
import type { IdentityProvider } from '../ports.ts';
import type { Session } from '../viewer.ts';
import type { EndSignIns } from './end-session.ts';
import { createThrottledQueue, type ThrottledQueueParts } from './throttled-queue.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The interval between checks of a session in use; a random delay of up to a tenth spreads the checks of many sessions. */
const CHECK_EVERY_MS = 5 * MINUTE;
const SPREAD_MS = CHECK_EVERY_MS / 10;
/** The delay after a check without an answer; doubled for each consecutive one, up to `CHECK_EVERY_MS`. */
const RETRY_MS = 30 * SECOND;
/** Sessions stay valid for this long while the provider does not answer. */
const FAIL_OPEN_MS = 60 * MINUTE;
/** A token that expires sooner is not checked, as it may expire on the way; the next token of its session is. */
const TOKEN_RESERVE_MS = 10 * SECOND;
/** Well below Cognito's quota of 120 requests per second and pool. */
const QUEUE_LIMITS = { everyMs: 50, maxRunning: 8, maxWaiting: 20_000 };
const LOG_EVERY_MS = MINUTE;

/** Finds sessions whose person was disabled or deleted at the identity provider, and ends them on all gateways. */
export interface SessionChecks {
  /** Called with each use of a session: a call, a handshake, a renewal, and each second by an open socket. Returns at once. */
  noteUse(session: Session, accessToken: string): void;
  /** True when the provider has not answered for this session for an hour. */
  isUnverifiable(session: Session): boolean;
  /** Makes the person's sessions due at their next use, because one of them has ended. */
  recheckPerson(sub: string): void;
  /** Removes sessions whose last token has expired. */
  removeExpired(): void;
  /** How many checks are due and wait for their turn. */
  countWaiting(): number;
  close(): void;
}

export interface SessionChecksParts {
  identity: Pick<IdentityProvider, 'isStillAccepted'>;
  endSignIns: EndSignIns;
  clock: Clock;
  runAfter: ThrottledQueueParts['runAfter'];
  /** From 0 up to 1, as `Math.random`. */
  random: () => number;
  logger: Logger;
  audit?: Audit;
}

interface Check {
  /** Epoch milliseconds of the next check. */
  dueAt: number;
  /** The expiry of the newest token that was queued for a check, in epoch milliseconds. */
  tokenExpiresAt: number;
  isRunning: boolean;
  failures: number;
  failingSince: number | null;
}

export function createSessionChecks(parts: SessionChecksParts): SessionChecks {
  const { identity, endSignIns, clock, runAfter, random, logger, audit = noAudit } = parts;
  const bySub = new Map<string, Map<string, Check>>();
  const queue = createThrottledQueue({ ...QUEUE_LIMITS, runAfter });
  const now = () => clock.now().getTime();
  let lastFailure: unknown;
  const failures = createWarningCounter({
    everyMs: LOG_EVERY_MS,
    monotonicMs: now,
    warn: (count) =>
      logger.warn({ err: lastFailure, count }, 'the identity provider did not answer checks of sessions'),
  });

  function checkOf({ sub, originJti }: Session): Check {
    const sessions = bySub.get(sub) ?? new Map<string, Check>();
    bySub.set(sub, sessions);
    const existing = sessions.get(originJti);
    if (existing) return existing;
    const check = { dueAt: 0, tokenExpiresAt: 0, isRunning: false, failures: 0, failingSince: null };
    sessions.set(originJti, check);
    return check;
  }

  function recordSuccess(check: Check): void {
    check.failures = 0;
    check.failingSince = null;
    check.dueAt = now() + CHECK_EVERY_MS + random() * SPREAD_MS;
  }

  function recordFailure(check: Check, error: unknown): void {
    const wait = Math.min(RETRY_MS * 2 ** check.failures, CHECK_EVERY_MS);
    check.failures += 1;
    check.failingSince ??= now();
    check.dueAt = now() + wait * (0.75 + random() / 2);
    lastFailure = error;
    failures.countWarning();
  }

  async function runCheck(check: Check, session: Session, accessToken: string): Promise<void> {
    if (session.expiresAt - TOKEN_RESERVE_MS <= now()) return;
    check.isRunning = true;
    try {
      if (!(await identity.isStillAccepted(accessToken))) {
        const { sub, originJti } = session;
        await endSignIns({ sub, originJtis: [originJti], allBefore: null });
        audit({ event: 'session_refused_by_provider', subject: sub });
      }
      recordSuccess(check);
    } catch (error) {
      recordFailure(check, error);
    } finally {
      check.isRunning = false;
    }
  }

  return {
    noteUse(session, accessToken) {
      const check = checkOf(session);
      const isRenewed = session.expiresAt > check.tokenExpiresAt;
      if (check.isRunning || (!isRenewed && now() < check.dueAt)) return;
      check.tokenExpiresAt = Math.max(check.tokenExpiresAt, session.expiresAt);
      // Prevents a second entry while the check is queued; a check that the full queue refused is due again after it.
      check.dueAt = now() + RETRY_MS;
      queue.enqueue(`${session.sub} ${session.originJti}`, () => runCheck(check, session, accessToken));
    },
    isUnverifiable({ sub, originJti }) {
      const since = bySub.get(sub)?.get(originJti)?.failingSince ?? null;
      return since !== null && now() - since > FAIL_OPEN_MS;
    },
    recheckPerson(sub) {
      for (const check of bySub.get(sub)?.values() ?? []) if (check.failingSince === null) check.dueAt = 0;
    },
    removeExpired() {
      for (const [sub, sessions] of bySub) {
        for (const [originJti, check] of sessions)
          if (check.tokenExpiresAt < now() && !check.isRunning) sessions.delete(originJti);
        if (sessions.size === 0) bySub.delete(sub);
      }
    },
    countWaiting: () => queue.countWaiting(),
    close: () => queue.close(),
  };
}
