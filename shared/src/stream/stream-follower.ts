import { isSameCursor, type Cursor } from './cursor.ts';
import type { StreamEvent } from './stream-event.ts';

/** The events that follow a cursor, without a gap; a reset to the head when the source does not have the cursor. */
export type SourceReply = { events: readonly StreamEvent[]; more: boolean } | { reset: true; head: Cursor };

/** A start of a read, or the end of the last one. */
export type ReadStep = 'look' | 'more' | 'caught_up' | 'failed';

/** What a follower reads, and what it does with it. The source is the log, a gateway, or the leader tab of a browser. */
export interface FollowerPorts {
  /** The head of the stream; null when the source sends it by itself. Rejects when it cannot be read. */
  readHead(): Promise<Cursor | null>;
  /** Rejects when the source does not answer. */
  readAfter(cursor: Cursor): Promise<SourceReply>;
  apply(event: StreamEvent): void;
  /** The stream is followed from this position on; after `reset` everything known is of another history. */
  onSnapshot(at: Cursor, why: 'first' | 'reset'): void;
  onRead?(step: ReadStep): void;
}

/** Follows one stream: applies each event once and in order, whatever is lost, doubled or reordered on the way. */
export class StreamFollower {
  private readonly ports: FollowerPorts;
  private at: Cursor | null = null;
  private isBroken = false;
  /** Counts the resets: a reply to a request of an earlier epoch belongs to another history. */
  private epoch = 0;
  private reading: Promise<void> | null = null;
  private mustReadAgain = false;
  private hasFailed = false;
  private isClosed = false;

  constructor(ports: FollowerPorts) {
    this.ports = ports;
  }

  /** Null until the first head is known, and after a reset. */
  position(): Cursor | null {
    return this.at;
  }

  isReading(): boolean {
    return this.reading !== null;
  }

  /** Starts at a head, unless a position is known already. */
  startAt(head: Cursor): void {
    if (this.at || this.isClosed) return;
    this.at = head;
    const why = this.isBroken ? 'reset' : 'first';
    this.isBroken = false;
    this.ports.onSnapshot(head, why);
  }

  /** Forgets the position: pending replies are dropped, and the next head starts anew. */
  reset(): void {
    this.at = null;
    this.isBroken = true;
    this.epoch += 1;
  }

  close(): void {
    this.reset();
    this.isClosed = true;
  }

  /**
   * What an event is here: `next` may be applied, `past` was applied, `ahead` follows a gap, `foreign` is of another history.
   * @param previous the tag of the event before it, where that is known
   */
  locate({ seq, tag }: Cursor, previous?: string): 'next' | 'past' | 'ahead' | 'foreign' {
    const { at } = this;
    if (!at || seq > at.seq + 1) return 'ahead';
    if (seq > at.seq) return previous === undefined || previous === at.tag ? 'next' : 'foreign';
    return seq === at.seq && tag !== at.tag ? 'foreign' : 'past';
  }

  /** Applies an event that is `next`. */
  advance(event: StreamEvent): void {
    this.at = { seq: event.seq, tag: event.tag };
    this.ports.apply(event);
  }

  /** Applies the events that follow, and reads what is missing before them. Ignored before the first head. */
  receive(events: readonly StreamEvent[]): void {
    if (!this.at) return;
    const relation = this.advanceBy(events);
    if (relation === 'ahead') this.catchUpInBackground();
    if (relation === 'foreign') this.reset();
  }

  /**
   * Compares with a head that was sent after all events before it. A lower one is of a gateway that is behind, or of a store that has
   * lost events, which only the source can tell.
   */
  compareWithHead(head: Cursor): void {
    if (!this.at) this.startAt(head);
    else if (head.seq !== this.at.seq) this.catchUpInBackground();
    else if (head.tag !== this.at.tag) this.reset();
  }

  /** Starts at another follower's position, or reads if its own one differs. */
  alignWith(position: Cursor): void {
    if (!this.at) this.startAt(position);
    else if (!isSameCursor(this.at, position)) this.catchUpInBackground();
  }

  /** Reads up to the head, with at least one read that starts after this call. Rejects when a read fails. */
  catchUp(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    this.mustReadAgain = true;
    return (this.reading ??= this.readToHead());
  }

  /** Repeats the last read if it has failed. */
  retryFailedRead(): void {
    if (this.hasFailed && !this.reading) this.catchUpInBackground();
  }

  /** A failure is repeated at the next head, or by `retryFailedRead`. */
  private catchUpInBackground(): void {
    this.catchUp().catch(() => undefined);
  }

  private async readToHead(): Promise<void> {
    try {
      for (let step: ReadStep = 'look'; this.mustReadAgain && !this.isClosed; step = 'more') {
        this.mustReadAgain = false;
        this.ports.onRead?.(step);
        await (this.at ? this.readAfter(this.at) : this.readHead());
      }
      this.finishReading('caught_up');
    } catch (error) {
      this.finishReading('failed');
      throw error;
    }
  }

  private finishReading(step: 'caught_up' | 'failed'): void {
    this.reading = null;
    this.hasFailed = step === 'failed';
    this.ports.onRead?.(step);
  }

  private async readHead(): Promise<void> {
    const head = await this.ports.readHead();
    if (head) this.startAt(head);
  }

  private async readAfter(from: Cursor): Promise<void> {
    const { epoch } = this;
    const reply = await this.ports.readAfter(from);
    if (epoch !== this.epoch) this.mustReadAgain = true;
    else if ('reset' in reply) {
      this.reset();
      this.startAt(reply.head);
    } else {
      // Events may have arrived by themselves meanwhile, along the same history.
      const relation = this.advanceBy(reply.events);
      // A source that promises more events and sends none is not asked again.
      const hasAdvanced = this.at !== null && this.at.seq > from.seq;
      // Which history the store has now, it says after the new position: until then the old one stays known.
      if (relation === 'foreign' && !hasAdvanced) this.reset();
      if (relation === 'foreign' || (reply.more && hasAdvanced)) this.mustReadAgain = true;
    }
  }

  /** Applies the events that follow, up to a gap or another history. @returns what the last event is that was examined */
  private advanceBy(events: readonly StreamEvent[]): ReturnType<StreamFollower['locate']> {
    for (const event of events) {
      const relation = this.locate(event);
      if (relation === 'next') this.advance(event);
      if (relation === 'foreign' || relation === 'ahead') return relation;
    }
    return 'past';
  }
}
