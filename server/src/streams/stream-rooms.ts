import type { Cursor, StreamEvent } from '@cruddur/shared';
import type { StreamId } from '../domain/streams.ts';
import type { Timers } from '../domain/timers.ts';
import type { StreamReader } from './stream-reader.ts';
import type { StreamReaders } from './stream-readers.ts';

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

/** Events within this time share a frame. */
const FRAME_MS = 10;

export interface RoomMember {
  /** Called when the stream was reset. The member has been removed from the room by then. */
  onReset(): void;
}

/** The sockets of this gateway that have received one stream up to its reader's position. */
export interface StreamRoom {
  reader: StreamReader;
  /** Sends pending events. @returns the position that all members then have */
  flush(): Cursor | undefined;
  /** Called in the same tick in which the member has caught up with the position. */
  join(member: RoomMember): void;
  leave(member: RoomMember): void;
  close(): void;
}

export interface RoomParts {
  readers: StreamReaders;
  timers: Timers;
  /** Sends one frame to all members; encoded once. */
  broadcast: (stream: StreamId, events: StreamEvent[]) => void;
}

function createStreamRoom(stream: StreamId, { readers, timers, broadcast }: RoomParts): StreamRoom {
  const members = new Set<RoomMember>();
  let pending: StreamEvent[] = [];
  let cancelFrameTimer: (() => void) | undefined;

  const { reader, release } = readers.followStream(stream, {
    onEvents(events) {
      pending.push(...events);
      // The first event is sent at once; those that follow within FRAME_MS are collected.
      if (!cancelFrameTimer) sendPending();
    },
    onReset() {
      pending = [];
      const removed = [...members];
      members.clear();
      for (const member of removed) member.onReset();
    },
  });

  function sendPending(): void {
    if (pending.length === 0) return;
    const events = pending;
    pending = [];
    if (members.size > 0) broadcast(stream, events);
    cancelFrameTimer ??= timers.after(FRAME_MS, () => {
      cancelFrameTimer = undefined;
      sendPending();
    });
  }

  return {
    reader,
    flush() {
      sendPending();
      return reader.position();
    },
    join: (member) => void members.add(member),
    leave: (member) => void members.delete(member),
    close() {
      cancelFrameTimer?.();
      release();
    },
  };
}
