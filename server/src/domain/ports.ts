import type { AvatarExtension, Cursor, MachinesReport } from '@cruddur/shared';
import type { ActivityReads, ActivityWrites } from './activities/ports.ts';
import type { Clock } from './clock.ts';
import type { Envelope, LogEntry, StreamId, Stretch, Whisper } from './events.ts';
import type { MessageReads, MessageWrites } from './messages/ports.ts';
import type { NotificationReads, NotificationWrites } from './notifications/ports.ts';
import type { SearchReads } from './search/ports.ts';
import type { Operation } from './use-case.ts';
import type { ErasureWrites, PeopleReads, PeopleWrites } from './users/ports.ts';
import type { Session } from './viewer.ts';

/** Who issued tokens, and what they know of a person. Implemented for the local pool and for Amazon Cognito alike. */
export interface IdentityProvider {
  /** @throws Refusal generic_401 for anything but a valid access token of ours; cognito_user_id_blank without `sub` */
  verify(accessToken: string): Promise<Session>;
  /** The attributes of the token's person. @throws Refusal generic_401 when refused, generic_503 when not reachable */
  attributesOf(accessToken: string): Promise<PersonAttributes>;
  /**
   * Deletes the token's person at the provider; one who is not there any more is no failure.
   * @throws Refusal generic_401 when refused, generic_503 when not reachable
   */
  deleteUser(accessToken: string): Promise<void>;
}

export interface PersonAttributes {
  name: string;
  preferred_username: string;
  email: string;
}

/** The log as gateways read it. */
export interface StreamLog {
  /** Heads of the given streams; a stream without events stands at the origin. */
  heads(streams: readonly StreamId[]): Promise<Map<StreamId, Cursor>>;
  /** Events after a cursor, at most `limit`; reset when the log no longer has that cursor. */
  read(stream: StreamId, after: Cursor, limit: number): Promise<Stretch>;
}

/** Fan-out between gateways. Best effort: what is lost here, the log still has. */
export interface Bus {
  publish(envelopes: readonly Envelope[]): void;
  /** Hears what other gateways publish on a stream, until the returned function is called. */
  subscribe(stream: StreamId, hear: (envelope: Envelope) => void): () => void;
  /** Tells the other gateways that follow a stream something that no log keeps. */
  whisper(whisper: Whisper): void;
  /** Hears what other gateways whisper on the streams subscribed to. */
  onWhisper(hear: (whisper: Whisper) => void): () => void;
  /** False while messages may be getting lost. */
  healthy(): boolean;
  close(): Promise<void>;
}

/** Brings a committed write to this gateway's own listeners and to the bus. Never awaited, never throws. */
export type Deliver = (envelopes: readonly Envelope[]) => void;

/** Says that what is counted of a crud has changed; who shows it will hear the new counts. Never awaited, never throws. */
export type Recount = (activity: string) => void;

/** Whose mark of how far a conversation is read. */
export interface ReadMark {
  group: string;
  reader: string;
}

/** Says that a read mark has moved; both people will hear where it stands. Never awaited, never throws. */
export type TellRead = (mark: ReadMark) => void;

/** What the gateway's own machines do; null where the configuration keeps that to itself. */
export type TellMachines = (() => MachinesReport) | null;

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
   * Those after a place, oldest first, and the place after them. All there are when the log does not know the place: the
   * store has another history then, or was trimmed.
   */
  after(place: Cursor): Promise<{ revocations: Revocation[]; place: Cursor }>;
}

/** Pictures: where a client puts the original, and where everybody gets the processed one. */
export interface AvatarStorage {
  /** An address for one PUT of one type, good for 300 s. `key` is made by us. */
  uploadUrl(key: string, extension: AvatarExtension): Promise<string>;
  /** The uploaded bytes, or null while there are none. An oversized one is removed, and null. */
  original(key: string): Promise<Buffer | null>;
  removeOriginal(key: string): Promise<void>;
  putProcessed(id: string, jpeg: Buffer): Promise<void>;
  /** The processed picture, or null. */
  processed(id: string): Promise<Buffer | null>;
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
export interface Outcome {
  ref: string;
  entries: readonly LogEntry[];
}

export interface Store {
  /**
   * Runs an operation at most once: a repeat gives the ref of the first time and does nothing.
   * @throws Refusal operation_id_reused for the same id with another fingerprint; whatever `work` refuses, leaving no trace
   */
  operate(actor: string, operation: Operation, work: (unit: WriteUnit) => Promise<Outcome>): Promise<Written>;
  /** A change that may be repeated safely and needs no operation id. */
  change<T>(
    work: (unit: WriteUnit) => Promise<{ result: T; entries: readonly LogEntry[] }>,
  ): Promise<Changed<T>>;
  /** What an operation made, or null when it never ran. @throws Refusal operation_id_reused */
  made(actor: string, operation: Operation): Promise<string | null>;
}

export interface Written {
  ref: string;
  /** Empty on a repeat. */
  envelopes: readonly Envelope[];
}

export interface Changed<T> {
  result: T;
  envelopes: readonly Envelope[];
}

/** All that the use-cases need of the world. */
export interface Ports {
  clock: Clock;
  store: Store;
  deliver: Deliver;
  recount: Recount;
  tellRead: TellRead;
  tellMachines: TellMachines;
  log: StreamLog;
  activities: ActivityReads;
  people: PeopleReads;
  messages: MessageReads;
  notifications: NotificationReads;
  search: SearchReads;
}
