import { formatCursor, parseCursor, SOCKET_PATH } from '@cruddur/shared';
import type {
  ClientToServerEvents,
  Cursor,
  ServerMessage,
  ServerPayload,
  ServerToClientEvents,
  StreamEvent,
  StreamName,
  WireCursors,
} from '@cruddur/shared';
import { io, type Socket } from 'socket.io-client';
import { until } from './until.ts';

type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type ReceivedFrames = { [N in ServerMessage[0]]: ServerPayload<N>[] };

/** One tab's socket that follows the contract's rule, and records all frames. */
export interface TestSocket extends Disposable {
  /** The events that a screen would have shown, per stream: in order, once each. */
  applied: Record<StreamName, StreamEvent[]>;
  /** Its cursors, for a reconnect. */
  cursors(): WireCursors;
  /** Every received frame, by event name. */
  frames: ReceivedFrames;
  /** Waits for an event of a kind that meets the condition. */
  waitForEvent<K extends StreamEvent['kind']>(
    kind: K,
    is?: (event: Extract<StreamEvent, { kind: K }>) => boolean,
  ): Promise<Extract<StreamEvent, { kind: K }>>;
  /** Waits until it is refused or closed. @returns the code */
  waitForEnd(): Promise<string>;
  /** The socket itself, for frames that no client of ours would send. */
  rawSocket: ClientSocket;
}

export interface ConnectOptions {
  token: string;
  /** Continues from these cursors; default the heads. */
  cursors?: WireCursors;
  headers?: Record<string, string>;
  /** Over TLS: the certificate to trust besides the usual authorities, as PEM. */
  certificate?: string;
}

/** Opens a socket without waiting until it is ready, because it may be refused. @param url the application's origin */
export function openSocket(
  url: string,
  { token, cursors, headers, certificate }: ConnectOptions,
): TestSocket {
  const wire: ClientSocket = io(url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token, cursors },
    ...(headers && { extraHeaders: headers }),
    ...(certificate && { ca: certificate }),
  });
  const frames: ReceivedFrames = {
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
    rawSocket: wire,
    frames,
    applied: follower.applied,
    cursors: follower.cursors,
    waitForEvent: (kind, is = () => true) =>
      until(
        () =>
          [...follower.applied.public, ...follower.applied.me].find(
            (event): event is Extract<StreamEvent, { kind: typeof kind }> =>
              event.kind === kind && is(event as Extract<StreamEvent, { kind: typeof kind }>),
          ),
        { what: `an event ${kind} is received` },
      ),
    waitForEnd: () =>
      until(() => refusal ?? frames.bye[0]?.code, { what: 'the socket is refused or closed' }),
    [Symbol.dispose]: () => void wire.disconnect(),
  };
}

/** Opens a socket and waits until it is ready. */
export async function connectSocket(url: string, options: ConnectOptions): Promise<TestSocket> {
  const socket = openSocket(url, options);
  await until(() => socket.frames.ready.length > 0, { what: 'the socket is ready' });
  return socket;
}

interface FollowerOptions {
  /** Receives the events, after those of earlier sockets. */
  applied?: Record<StreamName, StreamEvent[]>;
  /** A quiet client leaves heads of the public stream for later. */
  isQuiet?: () => boolean;
}

/** The complete rule: the event after the cursor is applied, lower ones are dropped, a higher one requests the missing events. */
export function createFollower(
  wire: ClientSocket,
  from: WireCursors | undefined,
  { applied = { public: [], me: [] }, isQuiet = () => false }: FollowerOptions = {},
) {
  const positions: Record<StreamName, Cursor> = {
    public: parseCursorOrOrigin(from?.public),
    me: parseCursorOrOrigin(from?.me),
  };
  const setCursor = (stream: StreamName, cursor: Cursor) => (positions[stream] = cursor);

  const applyEvents = (stream: StreamName, events: readonly StreamEvent[]) => {
    for (const event of events) {
      if (event.seq > positions[stream].seq + 1) {
        requestSync(stream);
        return;
      }
      if (event.seq <= positions[stream].seq) continue;
      applied[stream].push(event);
      setCursor(stream, { seq: event.seq, tag: event.tag });
    }
  };
  const requestSync = (stream: StreamName) => {
    wire.emit('sync', { stream, after: formatCursor(positions[stream]) }, (reply) => {
      if (!reply.ok) return;
      applyEvents(stream, reply.events);
      if (reply.more) requestSync(stream);
    });
  };

  wire.on('ready', ({ heads, mode }) => {
    if (from !== undefined && mode === 'resume') return;
    setCursor('public', parseCursorOrOrigin(heads.public));
    setCursor('me', parseCursorOrOrigin(heads.me));
  });
  wire.on('events', ({ stream, events }) => {
    applyEvents(stream, events);
  });
  wire.on('head', (head) => {
    for (const stream of isQuiet() ? (['me'] as const) : (['public', 'me'] as const))
      if (parseCursorOrOrigin(head[stream]).seq > positions[stream].seq) requestSync(stream);
  });
  return {
    applied,
    requestSync,
    cursors: () => ({ public: formatCursor(positions.public), me: formatCursor(positions.me) }),
  };
}

function parseCursorOrOrigin(text: string | undefined): Cursor {
  return parseCursor(text ?? '') ?? { seq: 0, tag: '0' };
}
