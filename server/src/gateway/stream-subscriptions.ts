import {
  ACCEPTED_FRAMES,
  formatCursor,
  parseCursor,
  type Cursor,
  type Handshake,
  type StreamName,
  type WireCursors,
} from '@cruddur/shared';
import { PUBLIC_STREAM, userStream } from '../domain/streams.ts';
import type { RecordMachineEvent } from '../domain/machines/machine-counter.ts';
import type { Connection, GatewayParts, GatewaySocket } from './gateway-types.ts';
import type { StreamRooms } from '../streams/stream-rooms.ts';
import type { WireFrames } from '../streams/wire-frames.ts';
import { StreamSubscription, type Subscriber } from './stream-subscription.ts';

/** After a reset all sockets start again, spread over this time. */
const RESET_SPREAD_MS = 2000;

export interface SubscribedSocket {
  readonly socket: GatewaySocket;
  readonly parts: Pick<GatewayParts, 'readers' | 'clock' | 'timers' | 'random'> & { rooms: StreamRooms };
  readonly recordEvent: RecordMachineEvent<'gatewaySession'>;
  sendFrames(frames: WireFrames): void;
}

/** A socket's subscriptions to its two streams. A reset of one of them restarts both. */
export class StreamSubscriptions implements Subscriber {
  private readonly session: SubscribedSocket;
  private readonly public: StreamSubscription;
  private readonly me: StreamSubscription;
  private cancelReset: (() => void) | undefined;
  private closed = false;
  /** Grows with each leave, which ends a start in progress. */
  private generation = 0;

  constructor(session: SubscribedSocket) {
    this.session = session;
    this.public = new StreamSubscription(PUBLIC_STREAM, this);
    this.me = new StreamSubscription(userStream(session.socket.data.viewer.sub), this);
  }

  get connection(): Connection {
    return this.session.socket.conn;
  }

  get parts(): SubscribedSocket['parts'] {
    return this.session.parts;
  }

  sendFrames(frames: WireFrames): void {
    this.session.sendFrames(frames);
  }

  isVisible(): boolean {
    return !this.public.isQuiet();
  }

  subscriptionTo(stream: StreamName): StreamSubscription {
    return this[stream];
  }

  /** The cursors after everything sent to the socket; null while it is not joined to both rooms. */
  heads(): WireCursors | null {
    if (!this.public.isJoined() || !this.me.isJoined()) return null;
    return toWireCursors(this.mapBoth((subscription) => subscription.head()));
  }

  /** Sends `ready` and the missed events, and joins. Rejects when the store cannot be read. */
  async start({ cursors: given = {}, quiet = false }: Pick<Handshake, 'cursors' | 'quiet'>): Promise<void> {
    if (quiet) this.public.startQuiet();
    await Promise.all(this.mapBoth((subscription) => subscription.waitForHead()));
    const [publicStart, ownStart] = await Promise.all(
      this.mapBoth((subscription, name) => readStart(subscription, given[name])),
    );
    if (this.closed) return;
    if (!publicStart || !ownStart) {
      this.restartAtHead();
      return;
    }
    // A quiet client catches up when it returns.
    await this.resume({ public: quiet ? 'head' : publicStart, me: ownStart });
  }

  private async resume(starts: Record<StreamName, Start>): Promise<void> {
    this.session.recordEvent('resumed');
    this.emitReady(
      'resume',
      this.mapBoth((subscription, name) =>
        starts[name] === 'head' ? subscription.join() : subscription.head(),
      ),
    );
    const startedIn = this.generation;
    const caughtUp = await Promise.all(
      this.mapBoth(async (subscription, name) => {
        const start = starts[name];
        return start === 'head' || subscription.catchUp(start.cursor, start.first);
      }),
    );
    if (this.generation !== startedIn) return;
    if (caughtUp.includes(false)) this.onReset();
    else this.session.recordEvent('caught_up');
  }

  /** Leaves both rooms, and restarts both streams within `RESET_SPREAD_MS`. */
  onReset(): void {
    if (this.closed) return;
    const { timers, random } = this.parts;
    this.generation += 1;
    this.session.recordEvent('broke');
    this.mapBoth((subscription) => subscription.leave());
    this.cancelReset ??= timers.after(random() * RESET_SPREAD_MS, () => this.restartAtHead());
  }

  close(): void {
    this.closed = true;
    this.generation += 1;
    this.cancelReset?.();
    this.mapBoth((subscription) => subscription.close());
  }

  private restartAtHead(): void {
    this.cancelReset = undefined;
    this.session.recordEvent('began_anew');
    this.emitReady(
      'reset',
      this.mapBoth((subscription) => subscription.join()),
    );
  }

  private emitReady(mode: 'resume' | 'reset', heads: [Cursor, Cursor]): void {
    const now = this.parts.clock.now().toISOString();
    this.session.socket.emit('ready', {
      heads: toWireCursors(heads),
      now,
      mode,
      accepts: [...ACCEPTED_FRAMES],
    });
  }

  private mapBoth<T>(map: (subscription: StreamSubscription, name: StreamName) => T): [T, T] {
    return [map(this.public, 'public'), map(this.me, 'me')];
  }
}

type Start =
  | 'head'
  | { cursor: Cursor; first: Awaited<ReturnType<StreamSubscription['readMissed']>> & object };

/** Where to start: at the head without a cursor; null for a cursor that is malformed or not in the stream. */
async function readStart(subscription: StreamSubscription, text: string | undefined): Promise<Start | null> {
  if (text === undefined) return 'head';
  const cursor = parseCursor(text);
  const first = cursor && (await subscription.readMissed(cursor));
  return cursor && first ? { cursor, first } : null;
}

function toWireCursors([publicCursor, ownCursor]: [Cursor, Cursor]): WireCursors {
  return { public: formatCursor(publicCursor), me: formatCursor(ownCursor) };
}
