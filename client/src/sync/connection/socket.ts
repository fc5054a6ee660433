import {
  SOCKET_PATH,
  type ByeCode,
  type ClientToServerEvents,
  type ServerToClientEvents,
  type StreamName,
  type SyncReply,
  type WireCursors,
} from '@cruddur/shared';
import type { io, Socket } from 'socket.io-client';
import type { SocketReport } from './socket.machine.ts';
import { createAttentionFrames, type Attention } from './attention-frames.ts';
import type { EphemeralEvent, WireEvent } from './wire-event.ts';

/** The function `io` of Socket.IO. */
export type ConnectSocket = typeof io;

type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** The timeout of an acknowledgement, in milliseconds. */
const ACK_TIMEOUT_MS = 2000;
/** `timeout` limits one attempt, because a firewall may drop it without an error. Milliseconds. */
const RECONNECT = { reconnectionDelay: 250, reconnectionDelayMax: 2000, timeout: 5000 };
/** The delay between attempts while polling succeeds. */
const SLOW_RECONNECT_MS = 15_000;

export interface SocketParts {
  /** Origin of the gateway. */
  origin: string;
  token: () => Promise<string | null>;
  cursors: () => Partial<WireCursors>;
  attention: Attention;
  onWireEvent: (event: WireEvent) => void;
  onReport: (report: SocketReport) => void;
  /** 0 to 1, at random. */
  spread: () => number;
}

/** One socket to one gateway. */
export interface GatewaySocket {
  isConnected(): boolean;
  sync(stream: StreamName, after: string): Promise<SyncReply>;
  /** Sends a renewed token over the open socket. */
  renewToken(token: string): void;
  sendEphemeral(event: EphemeralEvent['kind'], group: string): void;
  /** Tells the gateway what the user sees. @returns whether a sync is due, because public events were kept back */
  sendAttention(shownAnew?: readonly string[]): boolean;
  /** Reconnects, unless an attempt is pending: restarting it would only take longer. */
  retry(): void;
  reconnect(): void;
  setSlowReconnect(isSlow: boolean): void;
  close(): void;
}

/** Connects. The gateway's messages go to `onWireEvent`, the socket's state changes to `onReport`. */
export function openSocket(connectSocket: ConnectSocket, parts: SocketParts): GatewaySocket {
  const { onWireEvent, onReport, spread } = parts;
  const socket: ClientSocket = connectSocket(parts.origin, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    ...RECONNECT,
    // A function, so that every reconnection sends a fresh token and the current cursors.
    auth: (sendAuth) =>
      void parts
        .token()
        .then((token) =>
          sendAuth({ token: token ?? '', cursors: parts.cursors(), ...attentionFrames.toHandshake() }),
        ),
  });
  const attentionFrames = createAttentionFrames({
    ...parts,
    sendQuiet: () => socket.emit('quiet', { stream: 'public' }),
    sendViewing: (change) => socket.emit('viewing', change),
  });
  let isConnecting = true;
  let byeCode: ByeCode | null = null;

  socket.io.on('reconnect_attempt', () => (isConnecting = true));
  socket.on('connect', () => (isConnecting = false));
  socket.on('ready', ({ heads, now, mode }) => {
    byeCode = null;
    attentionFrames.onReady();
    const compared = mode === 'reset' ? heads : attentionFrames.withoutQuietStream(heads);
    onWireEvent({ kind: 'ready', heads: compared, now, mode });
    onReport({ type: 'READY', resumed: mode === 'resume' });
  });
  socket.on('events', ({ stream, events }) => onWireEvent({ kind: 'events', stream, events }));
  socket.on('counts', (counts) => onWireEvent({ kind: 'counts', counts }));
  socket.on('head', ({ now, ...heads }) =>
    onWireEvent({ kind: 'head', heads: attentionFrames.withoutQuietStream(heads), now }),
  );
  socket.on('typing', (typing) => onWireEvent({ kind: 'typing', typing }));
  socket.on('presence', (presence) => onWireEvent({ kind: 'presence', presence }));
  socket.on('drain', () => onReport({ type: 'DRAIN' }));
  socket.on('bye', ({ code }) => (byeCode = code));
  socket.on('disconnect', (reason) => {
    attentionFrames.onDisconnect();
    if (reason === 'io client disconnect') return;
    onReport(byeCode ? { type: 'REFUSED', code: byeCode, spread: spread() } : { type: 'LOST' });
  });
  socket.on('connect_error', (error) => {
    isConnecting = false;
    onReport(
      socket.active ? { type: 'LOST' } : { type: 'REFUSED', code: readRefusalCode(error), spread: spread() },
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
    async sync(stream, after) {
      if (stream === 'public') attentionFrames.onPublicSync();
      try {
        return (await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('sync', { stream, after })) as SyncReply;
      } finally {
        attentionFrames.update();
      }
    },
    sendAttention(shownAnew) {
      attentionFrames.update(shownAnew);
      return attentionFrames.mustSync();
    },
    renewToken(token) {
      if (socket.connected) socket.timeout(ACK_TIMEOUT_MS).emit('auth', { token }, () => undefined);
    },
    sendEphemeral(event, group) {
      if (socket.connected) socket.emit(event, { message_group_uuid: group });
    },
    setSlowReconnect: (isSlow) =>
      void socket.io.reconnectionDelayMax(isSlow ? SLOW_RECONNECT_MS : RECONNECT.reconnectionDelayMax),
    close: () => void socket.disconnect(),
  };
}

/** A refusal without a known code is treated as `too_many`. */
function readRefusalCode(error: Error & { data?: unknown }): ByeCode {
  const { data } = error;
  const code: unknown = typeof data === 'object' && data !== null && 'code' in data ? data.code : null;
  return code === 'token_invalid' || code === 'session_revoked' || code === 'restarting' ? code : 'too_many';
}
