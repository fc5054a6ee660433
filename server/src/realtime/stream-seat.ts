import { ORIGIN, SYNC_MAX, type Cursor, type StreamEvent } from '@cruddur/shared';
import { wireName, type StreamId } from '../domain/events.ts';
import type { BackPressure } from './back-pressure.ts';
import { framesOf, sendFrame } from './event-frames.ts';
import type { GatewaySocket } from './gateway-types.ts';
import type { StreamReaders } from './stream-readers.ts';
import type { StreamRooms } from './stream-rooms.ts';

/** How often the store may say that nothing follows before the reader is taken to be of another history. */
const IDLE_MAX = 3;

/** One socket's place in one stream: on its way to the reader's position, or in the room of those who stand there. */
export interface StreamSeat {
  /** Makes the head of the stream known. Rejects when the store cannot be read. */
  open(): Promise<void>;
  /** The first missed events that memory lacks, often none; null when the stream does not have the cursor. */
  probe(cursor: Cursor): Promise<StreamEvent[] | null>;
  /** Where the room stands now. */
  head(): Cursor;
  /** Joins at the head, which is returned. */
  sit(): Cursor;
  /** Sends what stands after a cursor, then joins. @returns false when the stream no longer has the cursor */
  pursue(cursor: Cursor, first: readonly StreamEvent[]): Promise<boolean>;
  isSeated(): boolean;
  /** What the socket asks for of this stream comes from here. */
  source: { stream: StreamId; reader: ReturnType<StreamRooms['use']>['room']['reader'] };
  leave(): void;
  close(): void;
}

export interface SeatParts {
  socket: GatewaySocket;
  pressure: BackPressure;
  rooms: StreamRooms;
  readers: StreamReaders;
  /** The stream broke while the socket was seated; it is so no longer. */
  onReset: () => void;
}

export function createStreamSeat(stream: StreamId, parts: SeatParts): StreamSeat {
  const { socket, pressure, rooms, readers, onReset } = parts;
  const { room, release } = rooms.use(stream);
  const { reader } = room;
  let seated = false;
  // Each leaving ends the pursuits under way.
  let visits = 0;

  const member = {
    reset() {
      leave();
      onReset();
    },
  };

  function leave(): void {
    visits += 1;
    seated = false;
    room.leave(member);
    void socket.leave(stream);
  }

  function sit(): Cursor {
    const position = room.flush() ?? ORIGIN;
    seated = true;
    room.join(member);
    void socket.join(stream);
    return position;
  }

  function send(events: readonly StreamEvent[]): void {
    for (const frame of framesOf(wireName(stream), events)) sendFrame(socket, frame);
  }

  async function pursue(cursor: Cursor, first: readonly StreamEvent[]): Promise<boolean> {
    const visit = visits;
    send(first);
    let at: Cursor = first.at(-1) ?? cursor;
    let idle = 0;
    while (visit === visits) {
      const known = reader.since(at);
      if (known) {
        send(known);
        sit();
        return true;
      }
      const stretch = await readers.read(stream, at, SYNC_MAX);
      if (visit !== visits) return true;
      if ('reset' in stretch) return false;
      send(stretch.events);
      at = stretch.events.at(-1) ?? at;
      // Nothing after it, and yet not where the reader stands: the reader is behind, or of another history.
      if (stretch.events.length === 0) {
        idle += 1;
        if (idle > IDLE_MAX) return false;
        await reader.catchUp();
      } else await pressure.relieved();
    }
    return true;
  }

  return {
    open: async () => {
      if (!reader.position()) await reader.catchUp();
    },
    async probe(cursor) {
      if (reader.since(cursor)) return [];
      const stretch = await readers.read(stream, cursor, SYNC_MAX);
      return 'reset' in stretch ? null : stretch.events;
    },
    head: () => room.flush() ?? ORIGIN,
    sit,
    pursue,
    isSeated: () => seated,
    source: { stream, reader },
    leave,
    close() {
      leave();
      release();
    },
  };
}
