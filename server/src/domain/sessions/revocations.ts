import { ORIGIN } from '@cruddur/shared';
import type { Clock } from '../clock.ts';
import type { Revocation, RevocationLog, Sha256 } from '../ports.ts';
import type { Session } from '../viewer.ts';
import {
  ALL_SIGN_INS,
  createRevocationTable,
  revocationKey,
  type RevocationEntry,
  type RevocationKey,
} from './revocation-table.ts';

/** Which sessions have ended, as this gateway knows it. */
export interface Revocations {
  /** True once the session was ended. @throws nothing; when the log could not be read for 10 s, everything is revoked */
  isRevoked(session: Session): boolean;
  /** True while the log could not be read for 10 s: who asks now is refused, but told that it is our fault. */
  isStale(): boolean;
  /** Reads what is new; called each second and before the gateway serves. */
  refresh(): Promise<void>;
  /** How many are held in memory. */
  count(): number;
  /** Hears each new revocation once, for cutting sockets. */
  onRevoked(hear: RevocationListener): () => void;
}

/** @param sub the person whose sign-ins they are; null when the store has another history and the people are not known */
export type RevocationListener = (isOver: (session: Session) => boolean, sub: string | null) => void;

function isEndedBy(revocation: Revocation, session: Session): boolean {
  if (revocation.sub !== session.sub) return false;
  if (revocation.originJti === session.originJti) return true;
  return revocation.allBefore !== null && session.authTime < revocation.allBefore;
}

const FAIL_CLOSED_MS = 10_000;
/** Expired entries are removed this often, as a share of their lifetime. */
const REMOVALS_PER_LIFETIME = 24;

export interface RevocationsParts {
  log: Pick<RevocationLog, 'readSince' | 'readAfter'>;
  clock: Clock;
  /** A clock that never jumps, for the age of the last good read. */
  monotonicMs: () => number;
  /** How long after a revocation a token may live that it revokes. */
  retentionMs: number;
  sha256: Sha256;
}

export function createRevocations(parts: RevocationsParts): Revocations {
  const { log, clock, monotonicMs, retentionMs, sha256 } = parts;
  const table = createRevocationTable();
  const listeners = new Set<RevocationListener>();
  const keysOf = memoizeKeys(sha256);
  let last = ORIGIN;
  let isLoaded = false;
  let readAt = -Infinity;
  let removedAt = clock.now().getTime();
  let reading: Promise<void> | undefined;

  const retainedSince = () => new Date(clock.now().getTime() - retentionMs);

  function isRevokedBy(key: RevocationKey, session: Session): boolean {
    const entry = table.find(key);
    return (
      entry !== undefined &&
      session.authTime < entry.allBefore &&
      entry.at >= Math.floor(retainedSince().getTime() / 1000)
    );
  }

  function isListed(session: Session): boolean {
    const { signIn, person } = keysOf(session);
    return isRevokedBy(signIn, session) || isRevokedBy(person, session);
  }

  function addRevocation(revocation: Revocation): void {
    const isNew = entriesOf(sha256, revocation).map((entry) => table.add(entry));
    if (!isNew.includes(true)) return;
    for (const hear of listeners) hear((session) => isEndedBy(revocation, session), revocation.sub);
  }

  /** What is known stays true, whatever a store with another history has forgotten. */
  async function loadAll(): Promise<void> {
    last = await log.readSince(retainedSince(), (packed) => table.addPacked(packed));
    if (isLoaded) for (const hear of listeners) hear(isListed, null);
    isLoaded = true;
  }

  function removeExpired(): void {
    const now = clock.now().getTime();
    if (now - removedAt < retentionMs / REMOVALS_PER_LIFETIME) return;
    removedAt = now;
    table.removeBefore(Math.floor((now - retentionMs) / 1000));
  }

  async function readNew(): Promise<void> {
    const startedAt = monotonicMs();
    if (!isLoaded) await loadAll();
    for (;;) {
      const page = await log.readAfter(last);
      if (page === null) {
        await loadAll();
        continue;
      }
      page.revocations.forEach(addRevocation);
      last = page.cursor;
      if (!page.more) break;
    }
    removeExpired();
    readAt = startedAt;
  }

  const isStale = () => monotonicMs() - readAt > FAIL_CLOSED_MS;

  return {
    isStale,
    count: () => table.size(),
    isRevoked: (session) => isStale() || isListed(session),
    refresh: () => (reading ??= readNew().finally(() => (reading = undefined))),
    onRevoked: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}

function entriesOf(sha256: Sha256, { sub, originJti, allBefore, at }: Revocation): RevocationEntry[] {
  const seconds = Math.floor(at / 1000);
  const signIn = { key: revocationKey(sha256, sub, originJti), allBefore: ALL_SIGN_INS, at: seconds };
  return allBefore === null
    ? [signIn]
    : [signIn, { key: revocationKey(sha256, sub), allBefore, at: seconds }];
}

interface SessionKeys {
  signIn: RevocationKey;
  person: RevocationKey;
}

/** Every socket's session is checked each second; hashing it each time would cost more than the look-up. */
function memoizeKeys(sha256: Sha256): (session: Session) => SessionKeys {
  const known = new WeakMap<Session, SessionKeys>();
  return (session) => {
    const cached = known.get(session);
    if (cached) return cached;
    const keys = {
      signIn: revocationKey(sha256, session.sub, session.originJti),
      person: revocationKey(sha256, session.sub),
    };
    known.set(session, keys);
    return keys;
  };
}
