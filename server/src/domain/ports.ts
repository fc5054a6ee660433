import type { AvatarExtension, Cursor, MachinesReport, Activity, SearchWord } from '@cruddur/shared';
import type { ActivityReads, ActivityWrites, PageOf } from './activities/ports.ts';
import type { BlockReads, BlockWrites } from './blocks/ports.ts';
import type { Clock } from './clock.ts';
import type { ExportReads, ExportWrites } from './exports/ports.ts';
import type { Envelope, LogEntry, StreamId, StreamPage, EphemeralMessage } from './streams.ts';
import type { MessageReads, MessageWrites } from './messages/ports.ts';
import type { ModerationReads, ModerationWrites } from './moderation/ports.ts';
import type { MuteReads, MuteWrites } from './mutes/ports.ts';
import type { NotificationReads, NotificationWrites } from './notifications/ports.ts';
import type { PrivacyReads, PrivacyWrites } from './privacy/ports.ts';
import type { PushReads, PushWrites } from './push/ports.ts';
import type { SessionReads } from './sessions/ports.ts';
import type { VisitorEvents } from './sync/visitor-events.ts';
import type { Operation } from './use-case.ts';
import type { ErasureWrites, PeopleReads, PeopleWrites } from './users/ports.ts';
import type { Session } from './viewer.ts';
import type { MarkPlan, MarkResult, OperationPlan, ReadPlan } from './write-plans.ts';
import type { View } from './paging.ts';

/** The issuer of tokens and of people's attributes. Implemented for the local pool and for Amazon Cognito. */
export interface IdentityProvider {
  /**
   * @param beforeVerify called first when the token is not known and its signature must be checked
   * @throws Refusal generic_401 for anything but a valid access token of ours; cognito_user_id_blank without `sub`
   */
  verifyToken(accessToken: string, beforeVerify?: () => Promise<void>): Promise<Session>;
  /** The attributes of the token's person. @throws Refusal generic_401 when refused, generic_503 when not reachable */
  readAttributes(accessToken: string): Promise<PersonAttributes>;
  /**
   * Deletes the token's person at the provider; a person who is already deleted is no failure.
   * @throws Refusal generic_401 when refused, generic_503 when not reachable
   */
  deleteUser(accessToken: string): Promise<void>;
  /**
   * False once the provider refuses a token that has not expired: its person was disabled or deleted, or its sign-in was
   * revoked there. @throws when the provider does not answer
   */
  isStillAccepted(accessToken: string): Promise<boolean>;
}

export interface PersonAttributes {
  name: string;
  preferred_username: string;
  email: string;
}

/** The log, as gateways read it. */
export interface StreamLog {
  /** Heads of the given streams; the head of a stream without events is the origin. */
  readHeads(streams: readonly StreamId[]): Promise<Map<StreamId, Cursor>>;
  /** Events after a cursor, at most `limit`; reset when the log no longer has that cursor. */
  readPage(stream: StreamId, after: Cursor, limit: number): Promise<StreamPage>;
}

/** Fan-out between gateways. Best effort: the log still has an envelope that is lost here. */
export interface Bus {
  publish(envelopes: readonly Envelope[]): void;
  /** Subscribes to the envelopes of other gateways on a stream. @returns a function that unsubscribes */
  subscribe(stream: StreamId, listener: (envelope: Envelope) => void): () => void;
  /** Publishes a message that is not kept in the log to the other gateways that follow its stream. */
  publishEphemeral(message: EphemeralMessage): void;
  /** Called with ephemeral messages of other gateways on subscribed streams. @returns a function that removes the listener */
  onEphemeral(listener: (message: EphemeralMessage) => void): () => void;
  /** False while messages may be getting lost. */
  isHealthy(): boolean;
  close(): Promise<void>;
}

/** Delivers the envelopes of a commit to this gateway's readers and to the bus. Never awaited, never throws. */
export type DeliverEnvelopes = (envelopes: readonly Envelope[]) => void;

/** Schedules a publication of a crud's counts after they have changed. Never awaited, never throws. */
export type RefreshCounts = (activity: string) => void;

/** Names one member's read mark in a conversation. */
export interface ReadMark {
  group: string;
  reader: string;
}

/** Schedules a publication of a moved read mark to both members. Never awaited, never throws. */
export type PublishReadMark = (mark: ReadMark) => void;

/** Reads the state counts of the gateway's machines; null if the configuration hides them. */
export type ReadMachinesReport = (() => MachinesReport) | null;

/** The end of one sign-in, and with `allBefore` also of every older sign-in of that person. */
export interface Revocation {
  id: string;
  sub: string;
  originJti: string;
  /** Epoch seconds: ends the sign-ins before it. In the same second only `originJti` ends, so a new sign-in works. */
  allBefore: number | null;
  /** The time of the revocation, in epoch milliseconds. */
  at: number;
}

export interface RevocationLog {
  add(revocation: Omit<Revocation, 'id' | 'at'>): Promise<void>;
  /**
   * Passes all revocations since a time to `onPage`, page by page, packed as `revocation-table` describes.
   * @returns a cursor of the log: every revocation that was not passed follows it
   */
  readSince(since: Date, onPage: (packed: Buffer) => void): Promise<Cursor>;
  /**
   * One page of the revocations after a cursor, oldest first; null when the log does not have the cursor, or when so many
   * follow that loading all of them is faster.
   */
  readAfter(cursor: Cursor): Promise<RevocationPage | null>;
}

export interface RevocationPage {
  revocations: Revocation[];
  /** The cursor after the last one. */
  cursor: Cursor;
  more: boolean;
}

/** Storage of avatars: clients upload originals, the server publishes processed pictures. */
export interface AvatarStorage {
  /** A URL for one PUT of one type, and of exactly `size` bytes if given, valid for 300 s. The server chooses `key`. */
  createUploadUrl(key: string, extension: AvatarExtension, size?: number): Promise<string>;
  /** The uploaded bytes, or null if there are none. An oversized file is removed and gives null. */
  readOriginal(key: string): Promise<Buffer | null>;
  removeOriginal(key: string): Promise<void>;
  writeProcessed(id: string, jpeg: Buffer): Promise<void>;
  /** The processed picture, or null. */
  readProcessed(id: string): Promise<Buffer | null>;
  removeProcessed(id: string): Promise<void>;
}

/** The writes of one transaction of the store, beside those that have a plan. */
export interface WriteUnit {
  activities: ActivityWrites;
  people: PeopleWrites;
  messages: MessageWrites;
  notifications: NotificationWrites;
  erasure: ErasureWrites;
  moderation: ModerationWrites;
  mutes: MuteWrites;
  blocks: BlockWrites;
  privacy: PrivacyWrites;
  exports: ExportWrites;
  push: PushWrites;
}

/** The outcome of an operation. */
export interface OperationOutcome {
  /** The key from which the answer to a repeat is built. */
  ref: string;
  /** The events to append. */
  entries: readonly LogEntry[];
}

/** Writes in a transaction of their own. */
export type WriteWork = (unit: WriteUnit) => Promise<OperationOutcome>;

export interface Store {
  /**
   * Runs an operation at most once: a repeat returns the ref of the first run and writes nothing.
   * @throws Refusal operation_id_reused for the same id with another fingerprint; the refusals of the plan, or whatever the
   * work throws, with nothing written
   */
  runOperation(actor: string, operation: Operation, write: OperationPlan | WriteWork): Promise<WriteResult>;
  /** @throws Refusal generic_401 for an erased person, account_suspended, and those of the plan */
  runMark(plan: MarkPlan): Promise<ChangeResult<MarkResult>>;
  /** @returns whether the mark has moved. @throws the refusals of the plan */
  runRead(plan: ReadPlan): Promise<ChangeResult<boolean>>;
  /**
   * Runs an idempotent change without an operation id in a transaction of its own. `work` may run several times; only its last
   * run is committed. Changes of one queue run one after the other, because they would wait for the same row.
   * @param actor the person who makes the change; null for the program, for operators, and for what a suspended person may do
   * @throws Refusal account_suspended for an actor who is suspended at the commit; whatever the work throws
   */
  runChange<T>(
    actor: string | null,
    work: (unit: WriteUnit) => Promise<{ result: T; entries: readonly LogEntry[] }>,
    options?: { queue?: string },
  ): Promise<ChangeResult<T>>;
  /** Deletes the replies that burned cruds have left, unless a run is under way. Never rejects: the purge repeats failed work. */
  finishBurns(): Promise<void>;
  /** The ref of an operation that has run, or null. @throws Refusal operation_id_reused */
  findEarlierRef(actor: string, operation: Operation): Promise<string | null>;
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

/** The dependencies of the use cases. */
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
  moderation: ModerationReads;
  mutes: MuteReads;
  blocks: BlockReads;
  privacy: PrivacyReads;
  sessions: SessionReads;
  exports: ExportReads;
  push: PushReads;
}

export interface SearchReads {
  /** Unexpired cruds and replies that contain all words, the last one as a prefix, newest first. */
  searchActivities(words: readonly SearchWord[], view: View): Promise<PageOf<Activity[]>>;
  /** Unexpired cruds and replies with a hashtag, case-insensitive, newest first. */
  findByHashtag(hashtag: string, view: View): Promise<PageOf<Activity[]>>;
}
