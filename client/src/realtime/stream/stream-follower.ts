import {
  formatCursor,
  parseCursor,
  isSameCursor,
  type Cursor,
  type StreamEvent,
  type SyncReply,
} from '@cruddur/shared';

export interface FollowerPorts {
  /** Requests the events after a cursor; rejects on a timeout. */
  sync(after: string): Promise<SyncReply>;
  apply(event: StreamEvent): void;
  /** The stream is followed from this position on; after `reset` all cached data is of another history. */
  onSnapshot(at: Cursor, why: 'first' | 'reset'): void;
}

/** Follows one stream: applies each event once and in order, whatever order and duplicates the connection delivers. */
export interface StreamFollower {
  /** Null until the first head is known, and after a reset. */
  cursor(): Cursor | null;
  /** Starts at a head, unless a position is known already. */
  startAt(head: string): void;
  receive(events: readonly StreamEvent[]): void;
  compareWithHead(head: string): void;
  /** Starts at another tab's position, or syncs if its own position differs. */
  alignWith(position: string): void;
  /** Forgets the position; pending replies are dropped and the next head starts anew. */
  reset(): void;
  /** Syncs now, as after a wake-up. Rejects when the sync fails. */
  catchUp(): Promise<void>;
  /** Repeats the last sync if it has failed. Called with each frame of the connection, one of which comes every five seconds. */
  retryFailedSync(): void;
}

export function createStreamFollower(ports: FollowerPorts): StreamFollower {
  let cursor: Cursor | null = null;
  let isBroken = false;
  /** Counts the resets: a reply to a request of an earlier epoch belongs to another history. */
  let epoch = 0;
  let catchingUp: Promise<void> | null = null;
  let needsAnotherSync = false;
  let needsRetry = false;

  function startAt(head: string): void {
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
    const { fresh, verdict } = advanceCursor(cursor, events);
    for (const event of fresh) {
      cursor = { seq: event.seq, tag: event.tag };
      ports.apply(event);
    }
    handleVerdict(verdict);
  }

  function handleVerdict(verdict: PositionVerdict): void {
    if (verdict === 'broken') reset();
    if (verdict === 'gap' || verdict === 'unsure') catchUpInBackground();
  }

  /** One request at a time; a gap that appears meanwhile is requested afterwards. */
  function catchUp(): Promise<void> {
    if (catchingUp) needsAnotherSync = true;
    catchingUp ??= syncOrRetryLater().finally(() => (catchingUp = null));
    return catchingUp;
  }

  function catchUpInBackground(): void {
    catchUp().catch(() => undefined);
  }

  async function syncOrRetryLater(): Promise<void> {
    needsRetry = true;
    await syncUntilCaughtUp();
    needsRetry = false;
  }

  async function syncUntilCaughtUp(): Promise<void> {
    let more = true;
    while (more && cursor) {
      needsAnotherSync = false;
      const [requestCursor, requestEpoch] = [cursor, epoch];
      const reply = await ports.sync(formatCursor(requestCursor));
      if (epoch !== requestEpoch) continue;
      if (!reply.ok) {
        reset();
        if (reply.head !== undefined) startAt(reply.head);
        return;
      }
      const { fresh, verdict } = advanceCursor(cursor, reply.events);
      receive(fresh);
      if (verdict === 'broken') reset();
      // A server that promises more events and sends none is not asked again.
      more = (reply.more && hasAdvancedPast(requestCursor)) || needsAnotherSync;
    }
  }

  /** True also when events arrived by themselves while the request was pending. */
  function hasAdvancedPast(position: Cursor): boolean {
    return cursor !== null && cursor.seq > position.seq;
  }

  return {
    cursor: () => cursor,
    startAt,
    receive,
    reset,
    catchUp,
    retryFailedSync() {
      if (needsRetry && !catchingUp) catchUpInBackground();
    },
    compareWithHead(head) {
      const at = parseCursor(head);
      if (!cursor) startAt(head);
      else if (at) handleVerdict(compareWithHead(cursor, at));
    },
    alignWith(position) {
      const at = parseCursor(position);
      if (!cursor) startAt(position);
      // A lower position may be of another history, which only the server can tell.
      else if (at && !isSameCursor(cursor, at)) catchUpInBackground();
    },
  };
}

/**
 * `gap`: events are missing, sync. `unsure`: only the store knows whether the followed history is still its own, sync too. `broken`: the
 * server's history is not the followed one, start anew.
 */
type PositionVerdict = 'ok' | 'gap' | 'unsure' | 'broken';

/** Applies the next event, drops lower ones and stops at a gap. */
function advanceCursor(
  cursor: Cursor,
  events: readonly StreamEvent[],
): { fresh: StreamEvent[]; verdict: PositionVerdict } {
  const fresh: StreamEvent[] = [];
  let at = cursor;
  for (const event of events) {
    if (event.seq > at.seq + 1) return { fresh, verdict: 'gap' };
    if (event.seq === at.seq && event.tag !== at.tag) return { fresh, verdict: 'broken' };
    if (event.seq <= at.seq) continue;
    fresh.push(event);
    at = { seq: event.seq, tag: event.tag };
  }
  return { fresh, verdict: 'ok' };
}

/** The server sends a head after all events before it. A lower one is of a gateway that is behind, or of a store that has lost events. */
function compareWithHead(cursor: Cursor, head: Cursor): PositionVerdict {
  if (head.seq > cursor.seq) return 'gap';
  if (head.seq < cursor.seq) return 'unsure';
  return isSameCursor(cursor, head) ? 'ok' : 'broken';
}
