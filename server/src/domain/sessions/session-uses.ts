import type { Clock } from '../clock.ts';
import type { Session } from '../viewer.ts';
import { describeDevice } from './describe-device.ts';
import type { SessionUse, SessionUseWrites } from './ports.ts';
import type { Revocations } from './revocations.ts';

const MINUTE_MS = 60_000;
/** A session's uses are written this often, however many there are. */
const RECORD_EVERY_MS = 5 * MINUTE_MS;
/** Of one statement. */
const USES_PER_WRITE = 500;
/** Further uses are dropped, as when the store is unavailable for long; the next use of the session after that is written. */
const WAITING_MAX = 50_000;

/** Keeps when each session was last used, for the list of sessions. */
export interface SessionUses {
  /**
   * Called with each use of a session: a call, a handshake, a renewal, and each second by an open socket. Returns at once.
   * @param userAgent empty when the caller sends none; undefined when the use does not show it
   */
  noteUse(session: Session, userAgent?: string): void;
  /** Writes what was noted since the last time; called each second, and before the list is read. */
  flush(): Promise<void>;
  /** Removes what is not needed to limit how often a session is written. */
  removeExpired(): void;
}

export interface SessionUsesParts {
  writes: SessionUseWrites;
  revocations: Pick<Revocations, 'isRevoked'>;
  clock: Clock;
}

export function createSessionUses({ writes, revocations, clock }: SessionUsesParts): SessionUses {
  /** When each session was last noted, in epoch milliseconds, by its id, which is unique at the provider. */
  const notedAt = new Map<string, number>();
  let waiting = new Map<string, { session: Session; use: SessionUse }>();
  let writing: Promise<void> = Promise.resolve();

  async function writeUses(uses: readonly SessionUse[]): Promise<void> {
    for (let from = 0; from < uses.length; from += USES_PER_WRITE) {
      const page = uses.slice(from, from + USES_PER_WRITE);
      try {
        await writes.recordUses(page);
      } catch (error) {
        // The next use of each session is then written.
        for (const { originJti } of uses.slice(from)) notedAt.delete(originJti);
        throw error;
      }
    }
  }

  return {
    noteUse(session, userAgent) {
      const { sub, originJti, authTime } = session;
      const at = clock.now();
      const last = notedAt.get(originJti);
      if (last !== undefined && at.getTime() - last < RECORD_EVERY_MS) return;
      if (waiting.size >= WAITING_MAX) return;
      notedAt.set(originJti, at.getTime());
      const device = userAgent === undefined ? null : describeDevice(userAgent);
      waiting.set(originJti, { session, use: { sub, originJti, authTime, device, at } });
    },

    flush() {
      if (waiting.size === 0) return writing;
      const noted = [...waiting.values()];
      waiting = new Map();
      // A session that has ended meanwhile must not be listed again.
      const uses = noted.filter(({ session }) => !revocations.isRevoked(session)).map(({ use }) => use);
      const next = writing.catch(() => undefined).then(() => writeUses(uses));
      writing = next.catch(() => undefined);
      return next;
    },

    removeExpired() {
      const before = clock.now().getTime() - RECORD_EVERY_MS;
      for (const [originJti, at] of notedAt) if (at < before) notedAt.delete(originJti);
    },
  };
}
