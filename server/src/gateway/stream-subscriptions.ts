import {
  formatCursor,
  parseCursor,
  type Cursor,
  type Handshake,
  type StreamName,
  type WireCursors,
} from '@cruddur/shared';
import { PUBLIC_STREAM, userStream } from '../domain/events.ts';
import type { RecordMachineEvent } from '../domain/machines/machine-counter.ts';
import type { BackPressure } from './back-pressure.ts';
import type { GatewayParts, GatewaySocket } from './gateway-types.ts';
import type { StreamRooms } from '../streams/stream-rooms.ts';
import { createStreamSubscription, type StreamSubscription } from './stream-subscription.ts';

/** When all start again at once, they do so spread over this long. */
const RESET_SPREAD_MS = 2000;

/** A socket's two streams, begun together and, when one of them breaks, begun again together. */
export interface StreamSubscriptions {
  /** Sends `ready` and what was missed, and joins. Rejects when the store cannot be read. */
  start(given: Handshake['cursors']): Promise<void>;
  /** Where the socket stands after all that was sent to it; null while it is not in both rooms. */
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
  // Each leaving ends an arrival under way.
  let generation = 0;

  const { rooms, readers, pressure } = parts;
  const subscriptionParts = { socket, pressure, rooms, readers, onReset: scheduleReset };
  const subscriptions: Record<StreamName, StreamSubscription> = {
    public: createStreamSubscription(PUBLIC_STREAM, subscriptionParts),
    me: createStreamSubscription(userStream(socket.data.viewer.sub), subscriptionParts),
  };
  const forBoth = <T>(act: (seat: StreamSubscription, name: StreamName) => T): [T, T] => [
    act(subscriptions.public, 'public'),
    act(subscriptions.me, 'me'),
  ];
  const toWireCursors = ([open, mine]: [Cursor, Cursor]): WireCursors => ({
    public: formatCursor(open),
    me: formatCursor(mine),
  });

  function emitReady(mode: 'resume' | 'reset', heads: [Cursor, Cursor]): void {
    socket.emit('ready', { heads: toWireCursors(heads), now: clock.now().toISOString(), mode });
  }

  function restartAtHead(): void {
    cancelReset = undefined;
    recordEvent('began_anew');
    emitReady(
      'reset',
      forBoth((seat) => seat.join()),
    );
  }

  function scheduleReset(): void {
    if (closed) return;
    generation += 1;
    recordEvent('broke');
    forBoth((seat) => seat.leave());
    cancelReset ??= timers.after(random() * RESET_SPREAD_MS, restartAtHead);
  }

  /** Probes a cursor; a missing one means "from head", a malformed one is of no stream. */
  async function readStart(seat: StreamSubscription, text: string | undefined) {
    if (text === undefined) return 'head';
    const cursor = parseCursor(text);
    const first = cursor && (await seat.readMissed(cursor));
    return cursor && first ? { cursor, first } : null;
  }

  async function startBoth(given: Handshake['cursors'] = {}): Promise<void> {
    await Promise.all(forBoth((seat) => seat.waitForHead()));
    const [open, mine] = await Promise.all(forBoth((seat, name) => readStart(seat, given[name])));
    if (closed) return;
    if (!open || !mine) {
      restartAtHead();
      return;
    }
    const starts = { public: open, me: mine };
    recordEvent('resumed');
    emitReady(
      'resume',
      forBoth((seat, name) => (starts[name] === 'head' ? seat.join() : seat.head())),
    );
    const startedIn = generation;
    const caughtUp = await Promise.all(
      forBoth(async (seat, name) => {
        const from = starts[name];
        return from === 'head' || seat.catchUp(from.cursor, from.first);
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
        ? toWireCursors(forBoth((seat) => seat.head()))
        : null,
    subscriptionTo: (stream) => subscriptions[stream],
    close() {
      closed = true;
      generation += 1;
      cancelReset?.();
      forBoth((seat) => seat.close());
    },
  };
}
