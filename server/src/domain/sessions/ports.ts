import type { Session } from '../viewer.ts';
import type { DeviceDescription } from './describe-device.ts';

/** The latest use of a session that is to be written. */
export interface SessionUse extends Pick<Session, 'sub' | 'originJti' | 'authTime'> {
  /** Null when the use does not show it; the stored one then stays. */
  device: DeviceDescription | null;
  at: Date;
}

/** A session as it is stored; it may have ended since. */
export interface StoredSession {
  uuid: string;
  originJti: string;
  device: string;
  handheld: boolean;
  signedInAt: Date;
  usedAt: Date;
}

export interface SessionReads {
  /** A person's sessions that began after a time, the latest used first, at most `limit`. */
  listSessions(sub: string, signedInAfter: Date, limit: number): Promise<StoredSession[]>;
  /** Null when it is unknown or another person's. */
  findSession(sub: string, uuid: string): Promise<StoredSession | null>;
}

export interface SessionUseWrites {
  /** Adds sessions, and moves the last use of known ones forward. Nothing is kept about erased people. */
  recordUses(uses: readonly SessionUse[]): Promise<void>;
}
