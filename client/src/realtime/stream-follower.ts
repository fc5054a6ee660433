import {
  formatCursor,
  parseCursor,
  sameCursor,
  type Cursor,
  type StreamEvent,
  type SyncReply,
} from '@cruddur/shared';
import { compare, take, type Verdict } from './stream-position.ts';

/** A refusal over HTTP brings the head with it; over a socket it comes by itself. */
export type FollowerReply = SyncReply | { ok: false; reset: true; head: string };

export interface FollowerPorts {
  /** Asks for what stands after a cursor; rejects when nobody answers in time. */
  sync(after: string): Promise<FollowerReply>;
  apply(event: StreamEvent): void;
  /** The stream is followed from here on; after a break everything cached is of another history. */
  adopted(at: Cursor, why: 'first' | 'reset'): void;
}

/** Follows one stream: applies each event once and in order, whatever the wire does to them. */
export interface StreamFollower {
  /** Null until the first head is known, and after a reset. */
  cursor(): Cursor | null;
  /** Starts at a head, unless a place is known already. */
  adopt(head: string): void;
  receive(events: readonly StreamEvent[]): void;
  heard(head: string): void;
  /** Starts at a place that another tab stands at, or asks unless this is the very same one. */
  meet(place: string): void;
  /** The server could not resume us, or nobody follows any more: what is under way is dropped, the next head is a new beginning. */
  reset(): void;
  /** Asks at once, as after a wake. Rejects when nobody answers. */
  ask(): Promise<void>;
}

export function createFollower(ports: FollowerPorts): StreamFollower {
  let cursor: Cursor | null = null;
  let broken = false;
  /** Counts the beginnings: what was asked of one history says nothing of the next. */
  let history = 0;
  let asking: Promise<void> | null = null;
  let askAgain = false;

  function adopt(head: string): void {
    const at = parseCursor(head);
    if (cursor || !at) return;
    cursor = at;
    ports.adopted(at, broken ? 'reset' : 'first');
    broken = false;
  }

  function reset(): void {
    cursor = null;
    broken = true;
    history += 1;
  }

  function receive(events: readonly StreamEvent[]): void {
    if (!cursor) return;
    const step = take(cursor, events);
    for (const event of step.fresh) {
      cursor = { seq: event.seq, tag: event.tag };
      ports.apply(event);
    }
    judge(step.verdict);
  }

  function judge(verdict: Verdict): void {
    if (verdict === 'broken') reset();
    if (verdict === 'gap') ask().catch(ignoreSilence);
  }

  /** One question at a time; what arrives meanwhile and does not follow is asked for once more afterwards. */
  function ask(): Promise<void> {
    if (asking) askAgain = true;
    asking ??= askUntilLevel().finally(() => (asking = null));
    return asking;
  }

  async function askUntilLevel(): Promise<void> {
    let more = true;
    while (more && cursor) {
      askAgain = false;
      const [asked, askedOf] = [cursor, history];
      const reply = await ports.sync(formatCursor(asked));
      if (history !== askedOf) continue;
      if (!reply.ok) {
        reset();
        if ('head' in reply) adopt(reply.head);
        return;
      }
      const step = take(cursor, reply.events);
      receive(step.fresh);
      if (step.verdict === 'broken') reset();
      // A server that promises more and gives nothing is not asked for ever.
      more = (reply.more && isPast(asked)) || askAgain;
    }
  }

  /** What came live meanwhile counts too. */
  function isPast(place: Cursor): boolean {
    return cursor !== null && cursor.seq > place.seq;
  }

  return {
    cursor: () => cursor,
    adopt,
    receive,
    reset,
    ask,
    heard(head) {
      const at = parseCursor(head);
      if (!cursor) adopt(head);
      else if (at) judge(compare(cursor, at));
    },
    meet(place) {
      const at = parseCursor(place);
      if (!cursor) adopt(place);
      // A lower place may be of another history, which only the store can tell.
      else if (at && !sameCursor(cursor, at)) ask().catch(ignoreSilence);
    },
  };
}

/** Nobody answered: the next head, at most five seconds away, asks again. */
function ignoreSilence(): void {
  return undefined;
}
