import { ORIGIN, SYNC_EVENTS_MAX, type Cursor, type StreamEvent } from '@cruddur/shared';
import { wireNameOf, type StreamId } from '../domain/events.ts';
import type { BackPressure } from './back-pressure.ts';
import { encodeFrames } from '../streams/event-frames.ts';
import { sendFrame } from './send-frames.ts';
import type { GatewaySocket } from './gateway-types.ts';
import type { StreamReaders } from '../streams/stream-readers.ts';
import type { StreamRooms } from '../streams/stream-rooms.ts';

/** How often the store may say that nothing follows before the reader is taken to be of another history. */
const EMPTY_READS_MAX = 3;

/** One socket's place in one stream: on its way to the reader's position, or in the room of those who stand there. */
export interface StreamSubscription {
  /** Makes the head of the stream known. Rejects when the store cannot be read. */
  waitForHead(): Promise<void>;
  /** The first missed events that memory lacks, often none; null when the stream does not have the cursor. */
  readMissed(cursor: Cursor): Promise<StreamEvent[] | null>;
  /** Where the room stands now. */
  head(): Cursor;
  /** Joins at the head, which is returned. */
  join(): Cursor;
  /** Sends what stands after a cursor, then joins. @returns false when the stream no longer has the cursor */
  catchUp(cursor: Cursor, first: readonly StreamEvent[]): Promise<boolean>;
  isJoined(): boolean;
  /** What the socket asks for of this stream comes from here. */
  source: { stream: StreamId; reader: ReturnType<StreamRooms['acquireRoom']>['room']['reader'] };
  leave(): void;
  close(): void;
}

export interface SubscriptionParts {
  socket: GatewaySocket;
  pressure: BackPressure;
  rooms: StreamRooms;
  readers: StreamReaders;
  /** The stream broke while the socket was seated; it is so no longer. */
  onReset: () => void;
}

export function createStreamSubscription(stream: StreamId, parts: SubscriptionParts): StreamSubscription {
  const { socket, pressure, rooms, readers, onReset } = parts;
  const { room, release } = rooms.acquireRoom(stream);
  const { reader } = room;
  let joined = false;
  // Each leaving ends the pursuits under way.
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
    const position = room.flush() ?? ORIGIN;
    joined = true;
    room.join(member);
    void socket.join(stream);
    return position;
  }

  function send(events: readonly StreamEvent[]): void {
    for (const frame of encodeFrames(wireNameOf(stream), events)) sendFrame(socket, frame);
  }

  async function catchUp(cursor: Cursor, first: readonly StreamEvent[]): Promise<boolean> {
    const startedIn = generation;
    send(first);
    let at: Cursor = first.at(-1) ?? cursor;
    let emptyReads = 0;
    while (startedIn === generation) {
      const known = reader.eventsAfter(at);
      if (known) {
        send(known);
        join();
        return true;
      }
      const page = await readers.readPage(stream, at, SYNC_EVENTS_MAX);
      if (startedIn !== generation) return true;
      if ('reset' in page) return false;
      send(page.events);
      at = page.events.at(-1) ?? at;
      // Nothing after it, and yet not where the reader stands: the reader is behind, or of another history.
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
      const stretch = await readers.readPage(stream, cursor, SYNC_EVENTS_MAX);
      return 'reset' in stretch ? null : stretch.events;
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
