import {
  formatCursor,
  parseCursor,
  type Cursor,
  type Handshake,
  type StreamName,
  type WireCursors,
} from '@cruddur/shared';
import { PUBLIC_STREAM, userStream } from '../domain/streams.ts';
import type { RecordMachineEvent } from '../domain/machines/machine-counter.ts';
import type { BackPressure } from './back-pressure.ts';
import type { GatewayParts, GatewaySocket } from './gateway-types.ts';
import type { StreamRooms } from '../streams/stream-rooms.ts';
import { createStreamSubscription, type StreamSubscription } from './stream-subscription.ts';

/** After a reset all sockets start again, spread over this time. */
const RESET_SPREAD_MS = 2000;

/** A socket's subscriptions to its two streams. A reset of one of them restarts both. */
export interface StreamSubscriptions {
  /** Sends `ready` and the missed events, and joins. Rejects when the store cannot be read. */
  start(given: Handshake['cursors']): Promise<void>;
  /** The cursors after everything sent to the socket; null while it is not joined to both rooms. */
  heads(): WireCursors | null;
  subscriptionTo(stream: StreamName): StreamSubscription;
  close(): void;
}

type Parts = Pick<GatewayParts, 'readers' | 'clock' | 'timers' | 'random'> & {
  rooms: StreamRooms;
  pressure: BackPressure;
  recordEvent: RecordMachineEvent<'gatewaySession'>;
};

export function createStreamSubscriptions(socket: GatewaySocket, parts: Parts): StreamSubscriptions {
  const { clock, timers, random, recordEvent } = parts;
  let cancelReset: (() => void) | undefined;
  let closed = false;
  // Grows with each leave, which ends a start in progress.
  let generation = 0;

  const { rooms, readers, pressure } = parts;
  const subscriptionParts = { socket, pressure, rooms, readers, onReset: scheduleReset };
  const subscriptions: Record<StreamName, StreamSubscription> = {
    public: createStreamSubscription(PUBLIC_STREAM, subscriptionParts),
    me: createStreamSubscription(userStream(socket.data.viewer.sub), subscriptionParts),
  };
  const mapBoth = <T>(map: (subscription: StreamSubscription, name: StreamName) => T): [T, T] => [
    map(subscriptions.public, 'public'),
    map(subscriptions.me, 'me'),
  ];
  const toWireCursors = ([publicCursor, ownCursor]: [Cursor, Cursor]): WireCursors => ({
    public: formatCursor(publicCursor),
    me: formatCursor(ownCursor),
  });

  function emitReady(mode: 'resume' | 'reset', heads: [Cursor, Cursor]): void {
    socket.emit('ready', { heads: toWireCursors(heads), now: clock.now().toISOString(), mode });
  }

  function restartAtHead(): void {
    cancelReset = undefined;
    recordEvent('began_anew');
    emitReady(
      'reset',
      mapBoth((subscription) => subscription.join()),
    );
  }

  function scheduleReset(): void {
    if (closed) return;
    generation += 1;
    recordEvent('broke');
    mapBoth((subscription) => subscription.leave());
    cancelReset ??= timers.after(random() * RESET_SPREAD_MS, restartAtHead);
  }

  /** Where to start: at the head without a cursor; null for a cursor that is malformed or not in the stream. */
  async function readStart(subscription: StreamSubscription, text: string | undefined) {
    if (text === undefined) return 'head';
    const cursor = parseCursor(text);
    const first = cursor && (await subscription.readMissed(cursor));
    return cursor && first ? { cursor, first } : null;
  }

  async function startBoth(given: Handshake['cursors'] = {}): Promise<void> {
    await Promise.all(mapBoth((subscription) => subscription.waitForHead()));
    const [publicStart, ownStart] = await Promise.all(
      mapBoth((subscription, name) => readStart(subscription, given[name])),
    );
    if (closed) return;
    if (!publicStart || !ownStart) {
      restartAtHead();
      return;
    }
    const starts = { public: publicStart, me: ownStart };
    recordEvent('resumed');
    emitReady(
      'resume',
      mapBoth((subscription, name) => (starts[name] === 'head' ? subscription.join() : subscription.head())),
    );
    const startedIn = generation;
    const caughtUp = await Promise.all(
      mapBoth(async (subscription, name) => {
        const start = starts[name];
        return start === 'head' || subscription.catchUp(start.cursor, start.first);
      }),
    );
    if (generation !== startedIn) return;
    if (caughtUp.includes(false)) scheduleReset();
    else recordEvent('caught_up');
  }

  return {
    start: startBoth,
    heads: () =>
      subscriptions.public.isJoined() && subscriptions.me.isJoined()
        ? toWireCursors(mapBoth((subscription) => subscription.head()))
        : null,
    subscriptionTo: (stream) => subscriptions[stream],
    close() {
      closed = true;
      generation += 1;
      cancelReset?.();
      mapBoth((subscription) => subscription.close());
    },
  };
}
