import type { Audit } from '../domain/audit.ts';
import type { IdentityProvider, Ports } from '../domain/ports.ts';
import { createAuthenticateToken, type AuthenticateToken } from '../domain/sessions/authenticate-token.ts';
import type { EndSignIns } from '../domain/sessions/end-session.ts';
import type { Revocations } from '../domain/sessions/revocations.ts';
import { createSessionChecks, type SessionChecks } from '../domain/sessions/session-checks.ts';
import { createSessionUses, type SessionUses } from '../domain/sessions/session-uses.ts';
import type { Timers } from '../domain/timers.ts';
import { createPersonCache } from '../domain/users/person-cache.ts';
import { createSessionUseWrites } from '../repositories/sessions.ts';
import type { Db } from '../repositories/tables.ts';
import type { Logger } from './logger.ts';

export interface SessionParts {
  identity: IdentityProvider;
  revocations: Revocations;
  endSignIns: EndSignIns;
  db: Db;
  /** The pictures of erased people are removed from it. */
  pictureCache: { evict(sub: string): void };
  timers: Timers;
  logger: Logger;
  audit: Audit;
}

export interface WiredSessions {
  authenticateToken: AuthenticateToken;
  checks: SessionChecks;
  uses: SessionUses;
}

/** Who a token belongs to, and whether the session has ended. */
export function wireSessions(
  ports: Ports,
  { identity, revocations, endSignIns, db, pictureCache, timers, logger, audit }: SessionParts,
): WiredSessions {
  const { findOrCreatePerson, evict, evictAll } = createPersonCache({ ...ports, identity });
  const checks = createSessionChecks({
    identity,
    endSignIns,
    clock: ports.clock,
    logger,
    audit,
    runAfter: (ms, run) => timers.after(ms, run),
    random: Math.random,
  });
  const uses = createSessionUses({ writes: createSessionUseWrites(db), revocations, clock: ports.clock });
  // A revocation may be an erasure at another gateway, so the person is looked up again.
  revocations.onRevoked((_isRevoked, sub) => {
    if (sub === null) evictAll();
    else {
      evict(sub);
      pictureCache.evict(sub);
      checks.recheckPerson(sub);
    }
  });
  const authenticateToken = createAuthenticateToken({
    ...ports,
    identity,
    revocations,
    checks,
    uses,
    findOrCreatePerson,
  });
  return { authenticateToken, checks, uses };
}
