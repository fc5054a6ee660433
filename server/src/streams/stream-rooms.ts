import type { Cursor, StreamEvent } from '@cruddur/shared';
import { wireNameOf, type StreamId } from '../domain/streams.ts';
import type { Timers } from '../domain/timers.ts';
import { encodeFrames } from './event-frames.ts';
import type { StreamReader } from './stream-reader.ts';
import type { StreamReaders } from './stream-readers.ts';
import type { WireFrames } from './wire-frames.ts';

/** The rooms of this gateway, each open while it is acquired. */
export interface StreamRooms {
  /** Each call is followed by one of `releaseRoom`, of which the last closes the room. */
  acquireRoom(stream: StreamId): StreamRoom;
  releaseRoom(stream: StreamId): void;
  /** Sends frames to the members of a room, if there is one. */
  broadcast(stream: StreamId, frames: WireFrames): void;
}

export function createStreamRooms(parts: RoomParts): StreamRooms {
  const rooms = new Map<StreamId, { room: StreamRoom; users: number }>();
  return {
    acquireRoom(stream) {
      const entry = rooms.get(stream) ?? { room: createStreamRoom(stream, parts), users: 0 };
      rooms.set(stream, entry);
      entry.users += 1;
      return entry.room;
    },
    releaseRoom(stream) {
      const entry = rooms.get(stream);
      if (!entry) return;
      entry.users -= 1;
      if (entry.users > 0) return;
      rooms.delete(stream);
      entry.room.close();
    },
    broadcast: (stream, frames) => rooms.get(stream)?.room.broadcast(frames),
  };
}

/** Events within this time share a frame. */
const FRAME_MS = 10;

export interface RoomMember {
  sendFrames(frames: WireFrames): void;
  /** Called when the stream was reset. The member has been removed from the room by then. */
  onReset(): void;
}

/** The sockets of this gateway that have received one stream up to its reader's position. */
export interface StreamRoom {
  stream: StreamId;
  reader: StreamReader;
  /** Sends pending events. @returns the position that all members then have */
  flush(): Cursor | undefined;
  /** Called in the same tick in which the member has caught up with the position. */
  join(member: RoomMember): void;
  leave(member: RoomMember): void;
  /** Sends frames to all members. */
  broadcast(frames: WireFrames): void;
  close(): void;
}

export interface RoomParts {
  readers: StreamReaders;
  timers: Timers;
}

function createStreamRoom(stream: StreamId, { readers, timers }: RoomParts): StreamRoom {
  const members = new Set<RoomMember>();
  let pending: StreamEvent[] = [];
  let cancelFrameTimer: (() => void) | undefined;

  const { reader, release } = readers.followStream(stream, {
    onEvents(events) {
      // The events of one commit share a frame, which is sent at once; those that follow within FRAME_MS are collected.
      if (pending.length === 0 && !cancelFrameTimer) process.nextTick(sendUnlessCollecting);
      pending.push(...events);
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
    if (members.size > 0) broadcast(encodeFrames(wireNameOf(stream), events));
    cancelFrameTimer ??= timers.after(FRAME_MS, () => {
      cancelFrameTimer = undefined;
      sendPending();
    });
  }

  function sendUnlessCollecting(): void {
    if (!cancelFrameTimer) sendPending();
  }

  function broadcast(frames: WireFrames): void {
    for (const member of members) member.sendFrames(frames);
  }

  return {
    stream,
    reader,
    broadcast,
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
