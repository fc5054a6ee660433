import {
  formatCursor,
  parseCursor,
  type Cursor,
  ORIGIN,
  type StreamEvent,
  SYNC_EVENTS_MAX,
  type SyncReply,
} from '@cruddur/shared';
import { type StreamId, wireNameOf } from '../domain/streams.ts';
import { waitUntilFlushed } from './back-pressure.ts';
import type { Connection } from './gateway-types.ts';
import { encodeFrames } from '../streams/event-frames.ts';
import type { StreamReaders } from '../streams/stream-readers.ts';
import type { RoomMember, StreamRoom, StreamRooms } from '../streams/stream-rooms.ts';
import type { WireFrames } from '../streams/wire-frames.ts';

/** After this many empty reads in a row, the cursor counts as one of another history. */
const EMPTY_READS_MAX = 3;

/** The socket of a subscription. */
export interface Subscriber {
  readonly connection: Connection;
  readonly parts: { rooms: StreamRooms; readers: StreamReaders };
  sendFrames(frames: WireFrames): void;
  /** Whether its browser has a visible tab. */
  isVisible(): boolean;
  /** Called when the stream was reset while the socket was joined. It has left the room by then. */
  onReset(): void;
}

/** One socket's subscription to one stream: catching up with the reader's position, or joined to the room at that position. */
export class StreamSubscription implements RoomMember {
  readonly room: StreamRoom;
  private readonly subscriber: Subscriber;
  private joined = false;
  private quiet = false;
  /** Grows with each leave, which ends catch-ups in progress. */
  private generation = 0;

  constructor(stream: StreamId, subscriber: Subscriber) {
    this.subscriber = subscriber;
    this.room = subscriber.parts.rooms.acquireRoom(stream);
  }

  isJoined(): boolean {
    return this.joined;
  }

  /** The position of the room. */
  head(): Cursor {
    return this.room.flush() ?? ORIGIN;
  }

  isQuiet(): boolean {
    return this.quiet;
  }

  isVisible(): boolean {
    return this.subscriber.isVisible();
  }

  /** Joins the room. @returns its position */
  join(): Cursor {
    const head = this.head();
    this.joined = true;
    this.room.join(this);
    return head;
  }

  /** From now on the socket gets no events of the stream, only heads that are above its cursor. */
  startQuiet(): void {
    this.quiet = true;
  }

  /**
   * Sends events again. Those after the client's cursor are sent at once as frames, which all sockets with this cursor share.
   * @returns the reply to the `sync`; null when the events are not in memory, or the stream was not quiet
   */
  endQuiet(after: string): SyncReply | null {
    if (!this.quiet) return null;
    // A pending frame contains events that are sent below.
    this.room.flush();
    this.quiet = false;
    // A reset is due, which restarts the socket at the head.
    if (!this.joined) return null;
    const cursor = parseCursor(after);
    const missed = cursor && this.room.reader.eventsAfter(cursor);
    if (missed) this.sendEvents(missed);
    const head = this.join();
    return missed && { ok: true, events: [], head: formatCursor(head), more: false };
  }

  leave(): void {
    this.generation += 1;
    this.joined = false;
    this.room.leave(this);
  }

  close(): void {
    this.leave();
    this.subscriber.parts.rooms.releaseRoom(this.room.stream);
  }

  sendFrames(frames: WireFrames): void {
    this.subscriber.sendFrames(frames);
  }

  onReset(): void {
    this.leave();
    this.subscriber.onReset();
  }

  /** Resolves once the reader has a position. Rejects when the store cannot be read. */
  async waitForHead(): Promise<void> {
    if (!this.room.reader.position()) await this.room.reader.catchUp();
  }

  /** The first missed events, when they are not in the reader's memory (else none); null when the stream lacks the cursor. */
  async readMissed(cursor: Cursor): Promise<StreamEvent[] | null> {
    if (this.room.reader.eventsAfter(cursor)) return [];
    const page = await this.readPage(cursor);
    return 'reset' in page ? null : page.events;
  }

  /** Sends what follows a cursor, then joins. @returns false when the stream no longer has the cursor */
  async catchUp(cursor: Cursor, first: readonly StreamEvent[]): Promise<boolean> {
    const { reader } = this.room;
    const startedIn = this.generation;
    this.sendEvents(first);
    let position: Cursor = first.at(-1) ?? cursor;
    let emptyReads = 0;
    while (startedIn === this.generation) {
      const known = reader.eventsAfter(position);
      if (known) {
        this.sendEvents(known);
        this.join();
        return true;
      }
      const page = await this.readPage(position);
      if (startedIn !== this.generation) return true;
      if ('reset' in page) return false;
      this.sendEvents(page.events);
      position = page.events.at(-1) ?? position;
      // At the head of the log but not at the reader's position: the reader is behind, or of another history.
      if (page.events.length === 0) {
        emptyReads += 1;
        if (emptyReads > EMPTY_READS_MAX) return false;
        await reader.catchUp();
      } else await waitUntilFlushed(this.subscriber.connection);
    }
    return true;
  }

  private readPage(after: Cursor) {
    return this.subscriber.parts.readers.readPage(this.room.stream, after, SYNC_EVENTS_MAX);
  }

  private sendEvents(events: readonly StreamEvent[]): void {
    this.sendFrames(encodeFrames(wireNameOf(this.room.stream), events));
  }
}
