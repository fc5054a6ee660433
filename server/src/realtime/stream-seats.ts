import {
  formatCursor,
  parseCursor,
  type Cursor,
  type Handshake,
  type StreamName,
  type WireCursors,
} from '@cruddur/shared';
import { PUBLIC_STREAM, userStream } from '../domain/events.ts';
import type { Tell } from '../domain/machines/tally.ts';
import type { BackPressure } from './back-pressure.ts';
import type { GatewayParts, GatewaySocket } from './gateway-types.ts';
import type { StreamRooms } from './stream-rooms.ts';
import { createStreamSeat, type StreamSeat } from './stream-seat.ts';

/** When all start again at once, they do so spread over this long. */
const RESET_SPREAD_MS = 2000;

/** A socket's two streams, begun together and, when one of them breaks, begun again together. */
export interface StreamSeats {
  /** Sends `ready` and what was missed, and joins. Rejects when the store cannot be read. */
  begin(given: Handshake['cursors']): Promise<void>;
  /** Where the socket stands after all that was sent to it; null while it is not in both rooms. */
  heads(): WireCursors | null;
  seat(stream: StreamName): StreamSeat;
  close(): void;
}

type Parts = Pick<GatewayParts, 'readers' | 'clock' | 'timers' | 'random'> & {
  rooms: StreamRooms;
  pressure: BackPressure;
  tell: Tell<'gatewaySession'>;
};

export function createStreamSeats(socket: GatewaySocket, parts: Parts): StreamSeats {
  const { clock, timers, random, tell } = parts;
  let stopResetting: (() => void) | undefined;
  let closed = false;
  // Each leaving ends an arrival under way.
  let leavings = 0;

  const { rooms, readers, pressure } = parts;
  const seatParts = { socket, pressure, rooms, readers, onReset: reset };
  const seats: Record<StreamName, StreamSeat> = {
    public: createStreamSeat(PUBLIC_STREAM, seatParts),
    me: createStreamSeat(userStream(socket.data.viewer.sub), seatParts),
  };
  const each = <T>(act: (seat: StreamSeat, name: StreamName) => T): [T, T] => [
    act(seats.public, 'public'),
    act(seats.me, 'me'),
  ];
  const wire = ([open, mine]: [Cursor, Cursor]): WireCursors => ({
    public: formatCursor(open),
    me: formatCursor(mine),
  });

  function sayReady(mode: 'resume' | 'reset', heads: [Cursor, Cursor]): void {
    socket.emit('ready', { heads: wire(heads), now: clock.now().toISOString(), mode });
  }

  function startAgain(): void {
    stopResetting = undefined;
    tell('began_anew');
    sayReady(
      'reset',
      each((seat) => seat.sit()),
    );
  }

  function reset(): void {
    if (closed) return;
    leavings += 1;
    tell('broke');
    each((seat) => seat.leave());
    stopResetting ??= timers.after(random() * RESET_SPREAD_MS, startAgain);
  }

  /** Probes a cursor; a missing one means "from head", a malformed one is of no stream. */
  async function start(seat: StreamSeat, text: string | undefined) {
    if (text === undefined) return 'head';
    const cursor = parseCursor(text);
    const first = cursor && (await seat.probe(cursor));
    return cursor && first ? { cursor, first } : null;
  }

  async function begin(given: Handshake['cursors'] = {}): Promise<void> {
    await Promise.all(each((seat) => seat.open()));
    const [open, mine] = await Promise.all(each((seat, name) => start(seat, given[name])));
    if (closed) return;
    if (!open || !mine) {
      startAgain();
      return;
    }
    const starts = { public: open, me: mine };
    tell('resumed');
    sayReady(
      'resume',
      each((seat, name) => (starts[name] === 'head' ? seat.sit() : seat.head())),
    );
    const leavingsBefore = leavings;
    const arrived = await Promise.all(
      each(async (seat, name) => {
        const from = starts[name];
        return from === 'head' || seat.pursue(from.cursor, from.first);
      }),
    );
    if (leavings !== leavingsBefore) return;
    if (arrived.includes(false)) reset();
    else tell('caught_up');
  }

  return {
    begin,
    heads: () => (seats.public.isSeated() && seats.me.isSeated() ? wire(each((seat) => seat.head())) : null),
    seat: (stream) => seats[stream],
    close() {
      closed = true;
      leavings += 1;
      stopResetting?.();
      each((seat) => seat.close());
    },
  };
}
