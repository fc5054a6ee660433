import { type Cursor, ORIGIN, type StreamEvent, type StreamName, SYNC_EVENTS_MAX } from '@cruddur/shared';
import { type StreamId, wireNameOf } from '../domain/streams.ts';
import type { BackPressure } from './back-pressure.ts';
import type { GatewaySocket } from './gateway-types.ts';
import { encodeFrames, type EventFrame } from '../streams/event-frames.ts';
import type { StreamReaders } from '../streams/stream-readers.ts';
import type { StreamRooms } from '../streams/stream-rooms.ts';

/** After this many empty reads in a row, the cursor counts as one of another history. */
const EMPTY_READS_MAX = 3;

/** One socket's subscription to one stream: catching up with the reader's position, or joined to the room at that position. */
export interface StreamSubscription {
  /** Resolves once the reader has a position. Rejects when the store cannot be read. */
  waitForHead(): Promise<void>;
  /** The first missed events, when they are not in the reader's memory (else none); null when the stream lacks the cursor. */
  readMissed(cursor: Cursor): Promise<StreamEvent[] | null>;
  /** The position of the room. */
  head(): Cursor;
  /** Joins the room. @returns its position */
  join(): Cursor;
  /** Sends what follows a cursor, then joins. @returns false when the stream no longer has the cursor */
  catchUp(cursor: Cursor, first: readonly StreamEvent[]): Promise<boolean>;
  isJoined(): boolean;
  /** Answers the socket's sync requests for this stream. */
  source: { stream: StreamId; reader: ReturnType<StreamRooms['acquireRoom']>['room']['reader'] };
  leave(): void;
  close(): void;
}

export interface SubscriptionParts {
  socket: GatewaySocket;
  pressure: BackPressure;
  rooms: StreamRooms;
  readers: StreamReaders;
  /** Called when the stream was reset while the socket was joined. The socket has left the room by then. */
  onReset: () => void;
}

export function createStreamSubscription(stream: StreamId, parts: SubscriptionParts): StreamSubscription {
  const { socket, pressure, rooms, readers, onReset } = parts;
  const { room, release } = rooms.acquireRoom(stream);
  const { reader } = room;
  let joined = false;
  // Grows with each leave, which ends catch-ups in progress.
  let generation = 0;

  const member = {
    onReset() {
      leave();
      onReset();
    },
  };

  function leave(): void {
    generation += 1;
    joined = false;
    room.leave(member);
    void socket.leave(stream);
  }

  function join(): Cursor {
    const head = room.flush() ?? ORIGIN;
    joined = true;
    room.join(member);
    void socket.join(stream);
    return head;
  }

  function send(events: readonly StreamEvent[]): void {
    for (const frame of encodeFrames(wireNameOf(stream), events)) sendFrame(socket, frame);
  }

  async function catchUp(cursor: Cursor, first: readonly StreamEvent[]): Promise<boolean> {
    const startedIn = generation;
    send(first);
    let position: Cursor = first.at(-1) ?? cursor;
    let emptyReads = 0;
    while (startedIn === generation) {
      const known = reader.eventsAfter(position);
      if (known) {
        send(known);
        join();
        return true;
      }
      const page = await readers.readPage(stream, position, SYNC_EVENTS_MAX);
      if (startedIn !== generation) return true;
      if ('reset' in page) return false;
      send(page.events);
      position = page.events.at(-1) ?? position;
      // At the head of the log but not at the reader's position: the reader is behind, or of another history.
      if (page.events.length === 0) {
        emptyReads += 1;
        if (emptyReads > EMPTY_READS_MAX) return false;
        await reader.catchUp();
      } else await pressure.waitUntilFlushed();
    }
    return true;
  }

  return {
    waitForHead: async () => {
      if (!reader.position()) await reader.catchUp();
    },
    async readMissed(cursor) {
      if (reader.eventsAfter(cursor)) return [];
      const page = await readers.readPage(stream, cursor, SYNC_EVENTS_MAX);
      return 'reset' in page ? null : page.events;
    },
    head: () => room.flush() ?? ORIGIN,
    join,
    catchUp,
    isJoined: () => joined,
    source: { stream, reader },
    leave,
    close() {
      leave();
      release();
    },
  };
}

/** Sends a frame in order with what was sent before. `Socket.emit` would encode it again for each socket. */
function sendFrame(socket: GatewaySocket, { packet, preEncoded }: EventFrame): void {
  // The option of Socket.IO's own broadcasts. An engine.io without it encodes the packet itself.
  const options = { compress: false, wsPreEncodedFrame: preEncoded };
  socket.conn.write(packet, options);
}

/** Sends events to sockets that have everything before them, in frames that are encoded once. */
export function broadcastEvents(
  sockets: Iterable<GatewaySocket>,
  { stream, events }: { stream: StreamName; events: readonly StreamEvent[] },
): void {
  const frames = encodeFrames(stream, events);
  for (const socket of sockets) for (const frame of frames) sendFrame(socket, frame);
}
