import {
  formatCursor,
  parseCursor,
  isSameCursor,
  type Cursor,
  type StreamEvent,
  type SyncReply,
} from '@cruddur/shared';
import { compareWithHead, advanceCursor, type PositionVerdict } from './stream-position.ts';

/** A refusal over HTTP brings the head with it; over a socket it comes by itself. */
export type FollowerReply = SyncReply | { ok: false; reset: true; head: string };

export interface FollowerPorts {
  /** Asks for what stands after a cursor; rejects when nobody answers in time. */
  sync(after: string): Promise<FollowerReply>;
  apply(event: StreamEvent): void;
  /** The stream is followed from here on; after a break everything cached is of another history. */
  onSnapshot(at: Cursor, why: 'first' | 'reset'): void;
}

/** Follows one stream: applies each event once and in order, whatever the wire does to them. */
export interface StreamFollower {
  /** Null until the first head is known, and after a reset. */
  cursor(): Cursor | null;
  /** Starts at a head, unless a place is known already. */
  startAt(head: string): void;
  receive(events: readonly StreamEvent[]): void;
  compareWithHead(head: string): void;
  /** Starts at a place that another tab stands at, or asks unless this is the very same one. */
  alignWith(place: string): void;
  /** The server could not resume us, or nobody follows any more: what is under way is dropped, the next head is a new beginning. */
  reset(): void;
  /** Asks at once, as after a wake. Rejects when nobody answers. */
  catchUp(): Promise<void>;
}

export function createStreamFollower(ports: FollowerPorts): StreamFollower {
  let cursor: Cursor | null = null;
  let isBroken = false;
  /** Counts the beginnings: what was asked of one history says nothing of the next. */
  let epoch = 0;
  let catchingUp: Promise<void> | null = null;
  let needsAnotherSync = false;

  function adopt(head: string): void {
    const at = parseCursor(head);
    if (cursor || !at) return;
    cursor = at;
    ports.onSnapshot(at, isBroken ? 'reset' : 'first');
    isBroken = false;
  }

  function reset(): void {
    cursor = null;
    isBroken = true;
    epoch += 1;
  }

  function receive(events: readonly StreamEvent[]): void {
    if (!cursor) return;
    const step = advanceCursor(cursor, events);
    for (const event of step.fresh) {
      cursor = { seq: event.seq, tag: event.tag };
      ports.apply(event);
    }
    handleVerdict(step.verdict);
  }

  function handleVerdict(verdict: PositionVerdict): void {
    if (verdict === 'broken') reset();
    if (verdict === 'gap') ask().catch(ignoreNoAnswer);
  }

  /** One question at a time; what arrives meanwhile and does not follow is asked for once more afterwards. */
  function ask(): Promise<void> {
    if (catchingUp) needsAnotherSync = true;
    catchingUp ??= syncUntilCaughtUp().finally(() => (catchingUp = null));
    return catchingUp;
  }

  async function syncUntilCaughtUp(): Promise<void> {
    let more = true;
    while (more && cursor) {
      needsAnotherSync = false;
      const [asked, askedOf] = [cursor, epoch];
      const reply = await ports.sync(formatCursor(asked));
      if (epoch !== askedOf) continue;
      if (!reply.ok) {
        reset();
        if ('head' in reply) adopt(reply.head);
        return;
      }
      const step = advanceCursor(cursor, reply.events);
      receive(step.fresh);
      if (step.verdict === 'broken') reset();
      // A server that promises more and gives nothing is not asked for ever.
      more = (reply.more && hasAdvancedPast(asked)) || needsAnotherSync;
    }
  }

  /** What came live meanwhile counts too. */
  function hasAdvancedPast(place: Cursor): boolean {
    return cursor !== null && cursor.seq > place.seq;
  }

  return {
    cursor: () => cursor,
    startAt: adopt,
    receive,
    reset,
    catchUp: ask,
    compareWithHead(head) {
      const at = parseCursor(head);
      if (!cursor) adopt(head);
      else if (at) handleVerdict(compareWithHead(cursor, at));
    },
    alignWith(place) {
      const at = parseCursor(place);
      if (!cursor) adopt(place);
      // A lower place may be of another history, which only the store can tell.
      else if (at && !isSameCursor(cursor, at)) ask().catch(ignoreNoAnswer);
    },
  };
}

/** Nobody answered: the next head, at most five seconds away, asks again. */
function ignoreNoAnswer(): void {
  return undefined;
}
