import type { Cursor, StreamEvent } from '@cruddur/shared';
import { wireNameOf, type StreamId } from '../domain/streams.ts';
import type { Timers } from '../domain/timers.ts';
import { encodeFrames } from './event-frames.ts';
import type { StreamListener, StreamReader } from './stream-reader.ts';
import type { StreamReaders } from './stream-readers.ts';
import type { WireFrames } from './wire-frames.ts';

/** The rooms of this gateway, each open while it is acquired. */
export interface StreamRooms {
  /** Each call is followed by one of `releaseRoom`, of which the last closes the room. */
  acquireRoom(stream: StreamId): StreamRoom;
  releaseRoom(stream: StreamId): void;
  /** Whether there is a room that gets every event from now on. */
  isFollowed(stream: StreamId): boolean;
  /** Whether a member of the stream's room has a visible tab. */
  hasVisible(stream: StreamId): boolean;
  /** Sends frames to the members of a room, if there is one. */
  broadcast(stream: StreamId, frames: WireFrames): void;
}

export function createStreamRooms(parts: RoomParts): StreamRooms {
  const rooms = new Map<StreamId, { room: StreamRoom; users: number }>();
  return {
    acquireRoom(stream) {
      const entry = rooms.get(stream) ?? { room: new StreamRoom(stream, parts), users: 0 };
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
    isFollowed: (stream) => rooms.get(stream)?.room.reader.position() !== undefined,
    hasVisible: (stream) => rooms.get(stream)?.room.hasVisible() === true,
    broadcast: (stream, frames) => rooms.get(stream)?.room.broadcast(frames),
  };
}

/**
 * Each frame costs a write per receiver, about 10 µs. So events wait for others to share their frame with: the first for as long as the
 * writes will take, which at most doubles the delay of the last receiver, and those after a frame for five times as long, so that the
 * frames of a room take a fifth of the event loop. Neither is longer than the longest time.
 */
const COLLECT_MS_MAX = 10;
const FIRST_RECEIVERS_PER_MS = 100;
const RECEIVERS_PER_MS = 20;

export interface RoomMember {
  sendFrames(frames: WireFrames): void;
  /** A quiet member receives no frames, but is told of a reset. */
  isQuiet(): boolean;
  /** Whether its browser has a visible tab. */
  isVisible(): boolean;
  /** Called when the stream was reset. The member has been removed from the room by then. */
  onReset(): void;
}

/** Learns what happens in all rooms. */
export interface RoomObserver {
  onEvents(stream: StreamId, events: readonly StreamEvent[]): void;
  /** The room has closed or its stream was reset: what its events said is not current any more. */
  onLost(stream: StreamId): void;
}

export interface RoomParts {
  readers: StreamReaders;
  timers: Timers;
  observer?: RoomObserver;
}

/** The sockets of this gateway that have received one stream up to its reader's position. */
export class StreamRoom implements StreamListener {
  readonly stream: StreamId;
  readonly reader: StreamReader;
  private readonly timers: Timers;
  private readonly observer: RoomObserver | undefined;
  private readonly releaseReader: () => void;
  private readonly members = new Set<RoomMember>();
  private pending: StreamEvent[] = [];
  /** Of the last frame. */
  private receivers = 0;
  private afterPending: (() => void)[] | undefined;
  private joinListener: ((member: RoomMember) => void) | undefined;
  private cancelFrameTimer: (() => void) | undefined;

  constructor(stream: StreamId, { readers, timers, observer }: RoomParts) {
    this.stream = stream;
    this.timers = timers;
    this.observer = observer;
    ({ reader: this.reader, release: this.releaseReader } = readers.followStream(stream, this));
  }

  /** Called in the same tick in which the member has caught up with the position, also when it is no longer quiet. */
  join(member: RoomMember): void {
    this.members.add(member);
    this.joinListener?.(member);
  }

  /** Called with each member that joins. */
  onJoin(listener: (member: RoomMember) => void): void {
    this.joinListener = listener;
  }

  /** The members that are not quiet. */
  *activeMembers(): Iterable<RoomMember> {
    for (const member of this.members) if (!member.isQuiet()) yield member;
  }

  hasVisible(): boolean {
    for (const member of this.members) if (member.isVisible()) return true;
    return false;
  }

  isActive(member: RoomMember): boolean {
    return this.members.has(member) && !member.isQuiet();
  }

  leave(member: RoomMember): void {
    this.members.delete(member);
  }

  /** Sends pending events. @returns the position that all members then have, except quiet ones */
  flush(): Cursor | undefined {
    this.sendPending();
    return this.reader.position();
  }

  /** Calls back once the delivered events are sent: at once, or after the pending frame. A reset drops it. */
  whenSent(callback: () => void): void {
    if (this.pending.length === 0) callback();
    else (this.afterPending ??= []).push(callback);
  }

  /** Sends frames to all members that are not quiet. */
  broadcast(frames: WireFrames): void {
    this.sendToActive(() => frames);
  }

  close(): void {
    this.cancelFrameTimer?.();
    this.releaseReader();
    this.observer?.onLost(this.stream);
  }

  onEvents(events: readonly StreamEvent[]): void {
    this.observer?.onEvents(this.stream, events);
    const isFirst = this.pending.length === 0;
    this.pending.push(...events);
    if (isFirst && !this.cancelFrameTimer) this.collectFirst();
  }

  onReset(): void {
    this.observer?.onLost(this.stream);
    this.pending = [];
    this.afterPending = undefined;
    const removed = [...this.members];
    this.members.clear();
    for (const member of removed) member.onReset();
  }

  private sendPending(): void {
    if (this.pending.length === 0) return;
    const events = this.pending;
    this.pending = [];
    this.receivers = this.sendToActive(() => encodeFrames(wireNameOf(this.stream), events));
    if (this.receivers > 0) this.collectFor(Math.ceil(this.receivers / RECEIVERS_PER_MS));
    const callbacks = this.afterPending;
    this.afterPending = undefined;
    callbacks?.forEach((callback) => callback());
  }

  /** Collects for a frame that follows no other. The events of one commit always share it. */
  private collectFirst(): void {
    const ms = Math.floor(this.receivers / FIRST_RECEIVERS_PER_MS);
    if (ms > 0) this.collectFor(ms);
    else
      process.nextTick(() => {
        if (!this.cancelFrameTimer) this.sendPending();
      });
  }

  private collectFor(ms: number): void {
    this.cancelFrameTimer ??= this.timers.after(Math.min(ms, COLLECT_MS_MAX), () => {
      this.cancelFrameTimer = undefined;
      this.sendPending();
    });
  }

  /** @param encode called only if some member is not quiet. @returns the number of receivers */
  private sendToActive(encode: () => WireFrames): number {
    let frames: WireFrames | undefined;
    let receivers = 0;
    for (const member of this.members) {
      if (member.isQuiet()) continue;
      member.sendFrames((frames ??= encode()));
      receivers += 1;
    }
    return receivers;
  }
}
