import { formatCursor, parseCursor, SOCKET_PATH } from '@cruddur/shared';
import type {
  ClientToServerEvents,
  Cursor,
  ServerToClientEvents,
  StreamEvent,
  StreamName,
  WireCursors,
} from '@cruddur/shared';
import { io, type Socket } from 'socket.io-client';
import { until } from './until.ts';

type Wire = Socket<ServerToClientEvents, ClientToServerEvents>;
type Frames = { [E in keyof ServerToClientEvents]: Parameters<ServerToClientEvents[E]>[0][] };

/** One tab's socket that follows the contract's rule, and remembers all it heard. */
export interface TestSocket extends Disposable {
  /** What a screen would have shown, per stream: in order, each once. */
  applied: Record<StreamName, StreamEvent[]>;
  /** Where it stands, for reconnecting from there. */
  cursors(): WireCursors;
  /** Every frame as it came, by event. */
  frames: Frames;
  /** Waits for an event of a kind that the condition is true of. */
  heard<K extends StreamEvent['kind']>(
    kind: K,
    is?: (event: Extract<StreamEvent, { kind: K }>) => boolean,
  ): Promise<Extract<StreamEvent, { kind: K }>>;
  /** Waits for the refusal or farewell, and gives its code. */
  ended(): Promise<string>;
  /** The socket itself, for sending what no client of ours would. */
  wire: Wire;
}

export interface ConnectOptions {
  token: string;
  /** Continues from there; from the heads when left out. */
  cursors?: WireCursors;
  headers?: Record<string, string>;
}

/** Opens a socket; does not wait until it is ready, because it may be refused. @param url the application's origin */
export function openSocket(url: string, { token, cursors, headers }: ConnectOptions): TestSocket {
  const wire: Wire = io(url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token, cursors },
    ...(headers && { extraHeaders: headers }),
  });
  const frames: Frames = {
    ready: [],
    events: [],
    counts: [],
    head: [],
    typing: [],
    presence: [],
    drain: [],
    bye: [],
  };
  const follower = createFollower(wire, cursors);
  let refusal: string | undefined;

  wire.onAny((name: string, frame: unknown) => {
    if (name in frames) (frames as Record<string, unknown[]>)[name]?.push(frame);
  });
  wire.on('connect_error', (error) => {
    refusal = (error as Error & { data?: { code?: string } }).data?.code ?? error.message;
  });

  return {
    ...{ wire, frames, applied: follower.applied, cursors: follower.cursors },
    heard: (kind, is = () => true) =>
      until(
        () =>
          [...follower.applied.public, ...follower.applied.me].find(
            (event): event is Extract<StreamEvent, { kind: typeof kind }> =>
              event.kind === kind && is(event as Extract<StreamEvent, { kind: typeof kind }>),
          ),
        { what: `an event ${kind} is heard` },
      ),
    ended: () => until(() => refusal ?? frames.bye[0]?.code, { what: 'the socket is refused or closed' }),
    [Symbol.dispose]: () => void wire.disconnect(),
  };
}

/** The same, and waits until it is ready. */
export async function connect(url: string, options: ConnectOptions): Promise<TestSocket> {
  const socket = openSocket(url, options);
  await until(() => socket.frames.ready.length > 0, { what: 'the socket is ready' });
  return socket;
}

/** Whole rule: one above the cursor applies, lower is dropped, higher asks for what is missing. */
function createFollower(wire: Wire, from: WireCursors | undefined) {
  const applied: Record<StreamName, StreamEvent[]> = { public: [], me: [] };
  const at: Record<StreamName, Cursor> = { public: read(from?.public), me: read(from?.me) };
  const standAt = (stream: StreamName, cursor: Cursor) => (at[stream] = cursor);

  const take = (stream: StreamName, events: readonly StreamEvent[]) => {
    for (const event of events) {
      if (event.seq > at[stream].seq + 1) {
        ask(stream);
        return;
      }
      if (event.seq <= at[stream].seq) continue;
      applied[stream].push(event);
      standAt(stream, { seq: event.seq, tag: event.tag });
    }
  };
  const ask = (stream: StreamName) => {
    wire.emit('sync', { stream, after: formatCursor(at[stream]) }, (reply) => {
      if (!reply.ok) return;
      take(stream, reply.events);
      if (reply.more) ask(stream);
    });
  };

  wire.on('ready', ({ heads, mode }) => {
    if (from !== undefined && mode === 'resume') return;
    standAt('public', read(heads.public));
    standAt('me', read(heads.me));
  });
  wire.on('events', ({ stream, events }) => {
    take(stream, events);
  });
  wire.on('head', (head) => {
    for (const stream of ['public', 'me'] as const) if (read(head[stream]).seq > at[stream].seq) ask(stream);
  });
  return { applied, cursors: () => ({ public: formatCursor(at.public), me: formatCursor(at.me) }) };
}

function read(text: string | undefined): Cursor {
  return parseCursor(text ?? '') ?? { seq: 0, tag: '0' };
}
