import {
  SOCKET_PATH,
  type ByeCode,
  type ClientToServerEvents,
  type ServerToClientEvents,
} from '@cruddur/shared';
import { formatCursor, type StreamName, type SyncReply } from '@cruddur/shared';
import type { Socket } from 'socket.io-client';
import type { News } from './news.ts';
import type { ServerClock } from './server-clock.ts';
import { createFollower, type StreamFollower } from './stream-follower.ts';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** How long a question over the socket may stay without an answer, in milliseconds. */
const ANSWER_MS = 2000;

export interface SocketParts {
  /** Origin of the gateway; empty means the page's own. */
  origin: string;
  token(): Promise<string | null>;
  news: News;
  clock: ServerClock;
  report(event: SocketReport): void;
}

export type SocketReport =
  { type: 'READY'; resumed: boolean } | { type: 'LOST' } | { type: 'REFUSED'; code: ByeCode };

/** The tab's one connection. */
export interface LiveConnection {
  /** Hands a renewed token to the living socket. */
  renew(token: string): void;
  /** Asks whether the connection still lives, as after a wake, and connects anew when it does not answer. */
  wake(): void;
  reconnect(): void;
  close(): void;
}

/** Loads the socket's code and connects. What the server says goes to the news; what becomes of the connection, to `report`. */
export async function openSocket(parts: SocketParts): Promise<LiveConnection> {
  const { io } = await import('socket.io-client');
  const followers: Record<StreamName, StreamFollower> = {
    public: followerOf('public'),
    me: followerOf('me'),
  };
  const socket: LiveSocket = io(parts.origin || window.location.origin, {
    ...{ path: SOCKET_PATH, transports: ['websocket'], reconnectionDelay: 250, reconnectionDelayMax: 2000 },
    // A function, so that every reconnection carries a fresh token and the cursors of that moment.
    auth: (answer) => void handshake().then(answer),
  });

  function followerOf(stream: StreamName): StreamFollower {
    return createFollower({
      sync: (after) => socket.timeout(ANSWER_MS).emitWithAck('sync', { stream, after }) as Promise<SyncReply>,
      apply: (event) => parts.news.hear({ stream, event }),
      adopted: (at, why) => parts.news.adopted(stream, at, why),
    });
  }

  async function handshake(): Promise<object> {
    const cursors = (['public', 'me'] as const).flatMap((stream) => {
      const cursor = followers[stream].cursor();
      return cursor ? [[stream, formatCursor(cursor)] as const] : [];
    });
    return { token: (await parts.token()) ?? '', cursors: Object.fromEntries(cursors) };
  }

  // A try under way is left alone: cutting it short would only make it later.
  let trying = true;
  socket.io.on('reconnect_attempt', () => (trying = true));
  socket.on('connect', () => (trying = false));

  let farewell: ByeCode | null = null;
  socket.on('ready', ({ heads, now, mode }) => {
    farewell = null;
    parts.clock.heard(Date.parse(now));
    for (const stream of ['public', 'me'] as const) {
      if (mode === 'reset') followers[stream].reset();
      followers[stream].adopt(heads[stream]);
    }
    parts.report({ type: 'READY', resumed: mode === 'resume' });
  });
  socket.on('events', ({ stream, events }) => followers[stream].receive(events));
  socket.on('counts', (counts) => parts.news.counts(counts));
  socket.on('head', ({ now, ...heads }) => {
    parts.clock.heard(Date.parse(now));
    for (const stream of ['public', 'me'] as const) followers[stream].heard(heads[stream]);
  });
  socket.on('bye', ({ code }) => (farewell = code));
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    parts.report(farewell ? { type: 'REFUSED', code: farewell } : { type: 'LOST' });
  });
  socket.on('connect_error', (error) => {
    trying = false;
    parts.report(socket.active ? { type: 'LOST' } : { type: 'REFUSED', code: refusalOf(error) });
  });

  const reconnect = () => {
    trying = true;
    socket.disconnect().connect();
  };
  return {
    renew: (token) => {
      if (socket.connected) socket.timeout(ANSWER_MS).emit('auth', { token }, () => undefined);
    },
    wake() {
      if (socket.connected) Promise.all([followers.public.ask(), followers.me.ask()]).catch(reconnect);
      else if (!trying) reconnect();
    },
    reconnect,
    close: () => void socket.disconnect(),
  };
}

/** A refusal without a code is treated as a full house: try again later. */
function refusalOf(error: Error & { data?: unknown }): ByeCode {
  const { data } = error;
  const code: unknown = typeof data === 'object' && data !== null && 'code' in data ? data.code : null;
  return code === 'token_invalid' || code === 'session_revoked' ? code : 'too_many';
}
