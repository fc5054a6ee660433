import {
  SOCKET_PATH,
  type ByeCode,
  type ClientToServerEvents,
  type ServerToClientEvents,
  type StreamName,
  type SyncReply,
  type WireCursors,
} from '@cruddur/shared';
import type { io as connectTo, Socket } from 'socket.io-client';
import type { PresenceNote, WireEvent } from '../stream/wire-event.ts';

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** How long a question over the socket may stay without an answer, in milliseconds. */
const ANSWER_MS = 2000;
/** `timeout`: how long one try may take; a way that is blocked may swallow it. */
const RECONNECT = { reconnectionDelay: 250, reconnectionDelayMax: 2000, timeout: 5000 };
/** While questions are asked in another way, trying is only for the day the socket works again. */
const SLOW_RECONNECT_MS = 15_000;

export interface SocketParts {
  /** Origin of the gateway; empty means the page's own. */
  origin: string;
  token: () => Promise<string | null>;
  cursors: () => Partial<WireCursors>;
  onWireEvent: (fact: WireEvent) => void;
  onReport: (event: SocketReport) => void;
}

export type SocketReport =
  | { type: 'READY'; resumed: boolean }
  /** It tries again by itself. `reached`: there was a connection to lose. */
  | { type: 'LOST'; reached: boolean }
  | { type: 'REFUSED'; code: ByeCode }
  /** The gateway goes, and answers until then. */
  | { type: 'DRAIN' };

/** One socket to one gateway. */
export interface GatewaySocket {
  isConnected(): boolean;
  sync(stream: StreamName, after: string): Promise<SyncReply>;
  /** Hands a renewed token to the living socket. */
  renewToken(token: string): void;
  sendNote(note: PresenceNote, group: string): void;
  /** Connects anew, unless a try is under way: cutting it short would only make it later. */
  retry(): void;
  reconnect(): void;
  setSlowReconnect(calm: boolean): void;
  close(): void;
}

/** Connects; what the gateway says goes to `tell`, what becomes of the connection to `report`. */
export function openSocket(io: typeof connectTo, parts: SocketParts): GatewaySocket {
  const { onWireEvent, onReport } = parts;
  const socket: LiveSocket = io(parts.origin || window.location.origin, {
    ...{ path: SOCKET_PATH, transports: ['websocket'], forceNew: true, ...RECONNECT },
    // A function, so that every reconnection carries a fresh token and the cursors of that moment.
    auth: (answer) =>
      void parts.token().then((token) => answer({ token: token ?? '', cursors: parts.cursors() })),
  });
  let isConnecting = true;
  let byeCode: ByeCode | null = null;

  socket.io.on('reconnect_attempt', () => (isConnecting = true));
  socket.on('connect', () => (isConnecting = false));
  socket.on('ready', ({ heads, now, mode }) => {
    byeCode = null;
    onWireEvent({ kind: 'ready', heads, now, mode });
    onReport({ type: 'READY', resumed: mode === 'resume' });
  });
  socket.on('events', ({ stream, events }) => onWireEvent({ kind: 'events', stream, events }));
  socket.on('counts', (counts) => onWireEvent({ kind: 'counts', counts }));
  socket.on('head', ({ now, ...heads }) => onWireEvent({ kind: 'head', heads, now }));
  socket.on('typing', (typing) => onWireEvent({ kind: 'typing', typing }));
  socket.on('presence', (presence) => onWireEvent({ kind: 'presence', presence }));
  socket.on('drain', () => onReport({ type: 'DRAIN' }));
  socket.on('bye', ({ code }) => (byeCode = code));
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    onReport(byeCode ? { type: 'REFUSED', code: byeCode } : { type: 'LOST', reached: true });
  });
  socket.on('connect_error', (error) => {
    isConnecting = false;
    onReport(
      socket.active ? { type: 'LOST', reached: false } : { type: 'REFUSED', code: readRefusalCode(error) },
    );
  });

  const reconnect = () => {
    isConnecting = true;
    socket.disconnect().connect();
  };
  return {
    reconnect,
    retry() {
      if (!isConnecting) reconnect();
    },
    isConnected: () => socket.connected,
    sync: (stream, after) =>
      socket.timeout(ANSWER_MS).emitWithAck('sync', { stream, after }) as Promise<SyncReply>,
    renewToken(token) {
      if (socket.connected) socket.timeout(ANSWER_MS).emit('auth', { token }, () => undefined);
    },
    sendNote(note, group) {
      if (socket.connected) socket.emit(note, { message_group_uuid: group });
    },
    setSlowReconnect: (calm) =>
      void socket.io.reconnectionDelayMax(calm ? SLOW_RECONNECT_MS : RECONNECT.reconnectionDelayMax),
    close: () => void socket.disconnect(),
  };
}

/** A refusal without a code is treated as a full house: try again later. */
function readRefusalCode(error: Error & { data?: unknown }): ByeCode {
  const { data } = error;
  const code: unknown = typeof data === 'object' && data !== null && 'code' in data ? data.code : null;
  return code === 'token_invalid' || code === 'session_revoked' || code === 'restarting' ? code : 'too_many';
}
