import type { StreamName, SyncReply } from '@cruddur/shared';
import type { PresenceNote, WireEvent } from '../stream/wire-event.ts';

/** Raised when the messages change their meaning: tabs of different builds then do not hear each other. */
const TABS_VERSION = 1;

/** The name of a person's lock and channel in this browser. */
export function tabGroupName(sub: string): string {
  return `cruddur tabs ${TABS_VERSION} ${sub}`;
}

/** What the leading tab says to all others. */
export type LeaderMessage =
  /** From now on this tab leads. */
  | { kind: 'claim' }
  /** It lives. */
  | { kind: 'pulse' }
  | { kind: 'facts'; facts: WireEvent[] }
  /** Null when the leader does not remember so far back. */
  | { kind: 'answer'; id: string; reply: SyncReply | null };

/** What any other tab says to the one that leads. No token and no text is ever among it. */
export type FollowerMessage =
  | { kind: 'ping' }
  /** A tab that has just come asks for place and state. */
  | { kind: 'hello' }
  | { kind: 'ask'; id: string; stream: StreamName; after: string }
  | { kind: 'wake' }
  /** Somebody renewed the token that all share. */
  | { kind: 'renewed' }
  | { kind: 'note'; note: PresenceNote; group: string }
  /** To whoever claimed with this number: a higher one was heard before. */
  | { kind: 'outrun'; claimed: number; newest: number };

export type TabMessage =
  { from: 'leader'; generation: number; word: LeaderMessage } | { from: 'follower'; word: FollowerMessage };
