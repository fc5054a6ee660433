import type { Cursor, StreamEvent } from '@cruddur/shared';
import type { StreamId } from '../domain/events.ts';
import type { StreamReader } from './stream-reader.ts';
import type { StreamReaders } from './stream-readers.ts';
import type { Timers } from '../domain/timers.ts';

/** Events that come closer together than this share a frame. */
const FRAME_MS = 10;

export interface RoomMember {
  /** The stream broke; the room has let go of the member. */
  onReset(): void;
}

/** The sockets of this gateway that stand at the position of one stream's reader. */
export interface StreamRoom {
  reader: StreamReader;
  /** Sends what waits, so that all members stand at the position that is returned. */
  flush(): Cursor | undefined;
  /** To be called in the same tick in which the member's catch-up equals the position. */
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

export function createStreamRoom(stream: StreamId, { readers, timers, broadcast }: RoomParts): StreamRoom {
  const members = new Set<RoomMember>();
  let pending: StreamEvent[] = [];
  let cancelFrameTimer: (() => void) | undefined;

  const { reader, release } = readers.followStream(stream, {
    onEvents(events) {
      pending.push(...events);
      // The first goes at once; only what follows on its heels is gathered.
      if (!cancelFrameTimer) sendPending();
    },
    onReset() {
      pending = [];
      const left = [...members];
      members.clear();
      for (const member of left) member.onReset();
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
