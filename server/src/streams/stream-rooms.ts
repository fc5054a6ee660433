import type { StreamId } from '../domain/events.ts';
import { createStreamRoom, type RoomParts, type StreamRoom } from './stream-room.ts';

/** The rooms of this gateway, each open while it is acquired. */
export interface StreamRooms {
  /** `release` gives the room back; the last release closes it. */
  acquireRoom(stream: StreamId): { room: StreamRoom; release: () => void };
}

export function createStreamRooms(parts: RoomParts): StreamRooms {
  const rooms = new Map<StreamId, { room: StreamRoom; users: number }>();
  return {
    acquireRoom(stream) {
      const entry = rooms.get(stream) ?? { room: createStreamRoom(stream, parts), users: 0 };
      rooms.set(stream, entry);
      entry.users += 1;
      const release = () => {
        entry.users -= 1;
        if (entry.users > 0) return;
        rooms.delete(stream);
        entry.room.close();
      };
      return { room: entry.room, release };
    },
  };
}
