import type { AvatarExtension, Cursor, MachinesReport } from '@cruddur/shared';
import type { ActivityReads, ActivityWrites } from './activities/ports.ts';
import type { Clock } from './clock.ts';
import type { Envelope, LogEntry, StreamId, StreamPage, EphemeralMessage } from './events.ts';
import type { MessageReads, MessageWrites } from './messages/ports.ts';
import type { NotificationReads, NotificationWrites } from './notifications/ports.ts';
import type { SearchReads } from './search/ports.ts';
import type { VisitorEvents } from './sync/visitor-events.ts';
import type { Operation } from './use-case.ts';
import type { ErasureWrites, PeopleReads, PeopleWrites } from './users/ports.ts';
import type { Session } from './viewer.ts';

/** Who issued tokens, and what they know of a person. Implemented for the local pool and for Amazon Cognito alike. */
export interface IdentityProvider {
  /**
   * @param beforeVerify called first when the token is not known and its signature must be checked
   * @throws Refusal generic_401 for anything but a valid access token of ours; cognito_user_id_blank without `sub`
   */
  verifyToken(accessToken: string, beforeVerify?: () => Promise<void>): Promise<Session>;
  /** The attributes of the token's person. @throws Refusal generic_401 when refused, generic_503 when not reachable */
  readAttributes(accessToken: string): Promise<PersonAttributes>;
  /**
   * Deletes the token's person at the provider; one who is not there any more is no failure.
   * @throws Refusal generic_401 when refused, generic_503 when not reachable
   */
  deleteUser(accessToken: string): Promise<void>;
  /**
   * False once the provider refuses the token although it has not expired: its person was disabled or deleted, or its sign-in
   * was revoked there. @throws when the provider does not say
   */
  isStillAccepted(accessToken: string): Promise<boolean>;
}

export interface PersonAttributes {
  name: string;
  preferred_username: string;
  email: string;
}

/** The log as gateways read it. */
export interface StreamLog {
  /** Heads of the given streams; a stream without events stands at the origin. */
  readHeads(streams: readonly StreamId[]): Promise<Map<StreamId, Cursor>>;
  /** Events after a cursor, at most `limit`; reset when the log no longer has that cursor. */
  readPage(stream: StreamId, after: Cursor, limit: number): Promise<StreamPage>;
}

/** Fan-out between gateways. Best effort: what is lost here, the log still has. */
export interface Bus {
  publish(envelopes: readonly Envelope[]): void;
  /** Hears what other gateways publish on a stream, until the returned function is called. */
  subscribe(stream: StreamId, hear: (envelope: Envelope) => void): () => void;
  /** Tells the other gateways that follow a stream something that no log keeps. */
  publishEphemeral(whisper: EphemeralMessage): void;
  /** Hears what other gateways whisper on the streams subscribed to. */
  onEphemeral(hear: (whisper: EphemeralMessage) => void): () => void;
  /** False while messages may be getting lost. */
  isHealthy(): boolean;
  close(): Promise<void>;
}

/** Brings a committed write to this gateway's own listeners and to the bus. Never awaited, never throws. */
export type DeliverEnvelopes = (envelopes: readonly Envelope[]) => void;

/** Says that what is counted of a crud has changed; who shows it will hear the new counts. Never awaited, never throws. */
export type RefreshCounts = (activity: string) => void;

/** Whose mark of how far a conversation is read. */
export interface ReadMark {
  group: string;
  reader: string;
}

/** Says that a read mark has moved; both people will hear where it stands. Never awaited, never throws. */
export type PublishReadMark = (mark: ReadMark) => void;

/** What the gateway's own machines do; null where the configuration keeps that to itself. */
export type ReadMachinesReport = (() => MachinesReport) | null;

/** The end of one sign-in, and with `allBefore` of every older one of that person. */
export interface Revocation {
  id: string;
  sub: string;
  originJti: string;
  /** Epoch seconds: sign-ins before it are over. Of those in the very second only `originJti` is, so a new one works. */
  allBefore: number | null;
  /** When it was ended, in epoch milliseconds. */
  at: number;
}

export interface RevocationLog {
  add(revocation: Omit<Revocation, 'id' | 'at'>): Promise<void>;
  /**
   * Hands over all revocations since a time, page by page, packed as `revocation-table` describes.
   * @returns a place in the log: each revocation not handed over comes after it
   */
  readSince(since: Date, onPage: (packed: Buffer) => void): Promise<Cursor>;
  /**
   * Those after a place, oldest first, up to a page of them; null when the log does not know the place, or when so many
   * follow that loading all of them is faster.
   */
  readAfter(place: Cursor): Promise<RevocationPage | null>;
}

export interface RevocationPage {
  revocations: Revocation[];
  /** The place after them. */
  cursor: Cursor;
  more: boolean;
}

/** Pictures: where a client puts the original, and where everybody gets the processed one. */
export interface AvatarStorage {
  /** An address for one PUT of one type, and of exactly `size` bytes when that is known, good for 300 s. `key` is made by us. */
  createUploadUrl(key: string, extension: AvatarExtension, size?: number): Promise<string>;
  /** The uploaded bytes, or null while there are none. An oversized one is removed, and null. */
  readOriginal(key: string): Promise<Buffer | null>;
  removeOriginal(key: string): Promise<void>;
  writeProcessed(id: string, jpeg: Buffer): Promise<void>;
  /** The processed picture, or null. */
  readProcessed(id: string): Promise<Buffer | null>;
  removeProcessed(id: string): Promise<void>;
}

/** One transaction of the store: rows go in, and what is to be said is said last. */
export interface WriteUnit {
  activities: ActivityWrites;
  people: PeopleWrites;
  messages: MessageWrites;
  notifications: NotificationWrites;
  erasure: ErasureWrites;
}

/** What an operation made: a key from which its answer can be built again, and what it wants said. */
export interface OperationOutcome {
  ref: string;
  entries: readonly LogEntry[];
}

export interface Store {
  /**
   * Runs an operation at most once: a repeat gives the ref of the first time and does nothing.
   * @throws Refusal operation_id_reused for the same id with another fingerprint; whatever `work` refuses, leaving no trace
   */
  runOperation(
    actor: string,
    operation: Operation,
    work: (unit: WriteUnit) => Promise<OperationOutcome>,
  ): Promise<WriteResult>;
  /**
   * A change that may be repeated safely and needs no operation id. `work` may run several times, and what it did the last
   * time counts.
   */
  runChange<T>(
    work: (unit: WriteUnit) => Promise<{ result: T; entries: readonly LogEntry[] }>,
    sharing?: ChangeOptions,
  ): Promise<ChangeResult<T>>;
  /** Deletes the replies that burnings have left, if nothing else does so. Never rejects: the purge repeats what fails. */
  finishBurns(): Promise<void>;
  /** What an operation made, or null when it never ran. @throws Refusal operation_id_reused */
  findEarlierRef(actor: string, operation: Operation): Promise<string | null>;
}

/** How a change gets on with others. */
export interface ChangeOptions {
  /**
   * Lets it share a commit. Two with one key never do, because the second must see what the first one has done. Without a
   * key it gets a transaction of its own.
   */
  key?: string;
  /**
   * Changes of one queue that cannot share the commit of everybody go one after the other, as they would wait for the same
   * row; those with keys of their own wait together.
   */
  queue?: string;
}

export interface WriteResult {
  ref: string;
  /** Empty on a repeat. */
  envelopes: readonly Envelope[];
}

export interface ChangeResult<T> {
  result: T;
  envelopes: readonly Envelope[];
}

/** @returns the 32 bytes of the digest; a text is hashed as UTF-8 */
export type Sha256 = (data: string | Uint8Array) => Buffer;

/** All that the use-cases need of the world. */
export interface Ports {
  clock: Clock;
  store: Store;
  deliver: DeliverEnvelopes;
  refreshCounts: RefreshCounts;
  publishReadMark: PublishReadMark;
  readMachinesReport: ReadMachinesReport;
  log: StreamLog;
  /** The public stream for visitors. */
  visitorEvents: VisitorEvents;
  activities: ActivityReads;
  people: PeopleReads;
  messages: MessageReads;
  notifications: NotificationReads;
  search: SearchReads;
}
