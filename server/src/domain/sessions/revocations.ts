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

/** The revocations that this gateway knows of. */
export interface Revocations {
  /** True once the session has ended, and for every session while `isStale`. */
  isRevoked(session: Session): boolean;
  /** True when the log could not be read for 10 s: calls are refused with 503 instead of 401. */
  isStale(): boolean;
  /** Reads all revocations that were written before; called each second, after each, and before the gateway accepts calls. */
  refresh(): Promise<void>;
  /** The number of revocations in memory. */
  count(): number;
  /** Called once for each new revocation. @returns a function that removes the listener */
  onRevoked(listener: RevocationListener): () => void;
}

/** @param sub the person of the sign-ins; null after a reload, when any person may be affected */
export type RevocationListener = (isRevoked: (session: Session) => boolean, sub: string | null) => void;

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
  /** A monotonic clock, for the age of the last successful read. */
  monotonicMs: () => number;
  /** The longest time for which a revoked token can remain unexpired. */
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
  let nextReading: Promise<void> | undefined;

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
    for (const listener of listeners) listener((session) => isEndedBy(revocation, session), revocation.sub);
  }

  /** Adds to the known revocations, which stay valid even if a store with another history does not have them. */
  async function loadAll(): Promise<void> {
    last = await log.readSince(retainedSince(), (packed) => table.addPacked(packed));
    if (isLoaded) for (const listener of listeners) listener(isListed, null);
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

  const read = () => (reading = readNew().finally(() => (reading = undefined)));

  /** A read that runs already may have begun before the caller's revocation was there: all who come during it share the next one. */
  function refresh(): Promise<void> {
    if (!reading) return read();
    nextReading ??= reading
      .catch(() => undefined)
      .then(() => {
        nextReading = undefined;
        return reading ?? read();
      });
    return nextReading;
  }

  const isStale = () => monotonicMs() - readAt > FAIL_CLOSED_MS;

  return {
    isStale,
    count: () => table.size(),
    isRevoked: (session) => isStale() || isListed(session),
    refresh,
    onRevoked: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
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

/** Each socket's session is checked each second, and hashing costs more than the look-up. */
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
