import type { ByeCode, StreamName, SyncReply, WireCursors } from '@cruddur/shared';
import type { Attention } from './attention-frames.ts';
import { syncStream, type HttpSync } from './http-sync.ts';
import { createPoller } from './poller.ts';
import { refusalDelayMs } from './refusal-delay.ts';
import { delay } from '../../runtime/delay.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { openSocket, type ConnectSocket, type GatewaySocket, type SocketReport } from './socket.ts';
import type { PresenceNote, WireEvent } from '../stream/wire-event.ts';

export interface ConnectionParts {
  origin: string;
  runtime: Runtime;
  /** Loads Socket.IO. */
  loadSocketIo: () => Promise<ConnectSocket>;
  token: () => Promise<string | null>;
  /** A new token, or null when the user is signed out. */
  freshToken: () => Promise<string | null>;
  /** The server has ended the session. */
  onSessionEnded: () => void;
  cursors: () => Partial<WireCursors>;
  sync: HttpSync;
  /** Syncs over this connection. */
  catchUp: () => Promise<unknown>;
  /** Without it, the gateway sends everything at once. */
  attention?: Attention;
  onWireEvent: (event: WireEvent) => void;
}

const ALWAYS_WATCHING: Attention = { isQuiet: () => false, viewed: () => null };

/** A user's connection: a socket, or polling where sockets are blocked. */
export interface Connection {
  sync(stream: StreamName, after: string): Promise<SyncReply>;
  renewToken(token: string): void;
  sendNote(note: PresenceNote, group: string): void;
  /** Tells the gateway what the user sees now. @param shownAnew cruds that came on a screen */
  sendAttention(shownAnew?: readonly string[]): void;
  /** Checks that the connection responds; one that does not is reported as lost and reopened. */
  checkAlive(): void;
  close(): void;
}

/** The time without a socket after which polling starts, in milliseconds. A first handshake over a slow line takes seconds too. */
const POLL_AFTER_MS = 4000;
/** The delay between attempts to reach another gateway while the current one shuts down, in milliseconds. */
const SUCCESSOR_RETRY_MS = 500;
/** A successor that is not ready by then is replaced, because a dead gateway may accept a connection and not respond. */
const SUCCESSOR_READY_MS = 2000;

/** Loads the socket's code and connects. Messages and state changes of the connection go to `onWireEvent`. */
export async function openConnection(parts: ConnectionParts): Promise<Connection> {
  const connectSocket = await parts.loadSocketIo();
  const { onWireEvent, runtime, attention = ALWAYS_WATCHING } = parts;
  const { timers } = runtime;
  const poller = createPoller({ ...parts, onPollResult });
  let isClosed = false;
  let refusals = 0;
  /** Counts refusals and successes; a delayed reconnection is dropped when the number has changed. */
  let latestRefusal = 0;
  let wasRevoked = false;
  let cancelStart: (() => void) | undefined;
  let checking: Promise<void> | null = null;
  /** Whether the page woke up during the check. */
  let isCheckDue = false;
  let successor: GatewaySocket | null = null;
  let current = openGatewaySocket();
  schedulePolling();

  function reportConnectionEvent(event: Extract<WireEvent, { kind: 'line' }>['event']): void {
    onWireEvent({ kind: 'line', event });
  }

  function openGatewaySocket(): GatewaySocket {
    const socket: GatewaySocket = openSocket(connectSocket, {
      ...parts,
      attention,
      onReport: (event) => {
        if (socket === current) onSocketReport(event);
        else if (socket === successor) onSuccessorReport(event);
      },
    });
    return socket;
  }

  function onSocketReport(event: SocketReport): void {
    switch (event.type) {
      case 'READY':
        refusals = 0;
        latestRefusal += 1;
        wasRevoked = false;
        cancelPolling();
        current.setSlowReconnect(false);
        reportConnectionEvent(event);
        sendAttention();
        return;
      case 'LOST':
        if (successor) promoteSuccessor();
        if (event.reached) schedulePolling();
        if (!poller.isOn()) reportConnectionEvent({ type: 'LOST' });
        return;
      case 'REFUSED':
        if (successor) promoteSuccessor();
        else void onRefused(event.code);
        return;
      case 'DRAIN':
        openSuccessor();
    }
  }

  /** The old socket closes when the new one is ready, so that no event is missed; followers ignore duplicates. */
  function onSuccessorReport(event: SocketReport): void {
    if (event.type === 'READY') {
      promoteSuccessor();
      onSocketReport(event);
    } else if (event.type !== 'DRAIN') {
      successor?.close();
      successor = null;
      timers.after(SUCCESSOR_RETRY_MS, () => {
        if (current.isConnected()) openSuccessor();
      });
    }
  }

  function openSuccessor(): void {
    if (successor || isClosed) return;
    const opened = openGatewaySocket();
    successor = opened;
    timers.after(SUCCESSOR_READY_MS, () => {
      if (successor !== opened || !current.isConnected()) return;
      opened.close();
      successor = null;
      openSuccessor();
    });
  }

  function promoteSuccessor(): void {
    if (!successor) return;
    current.close();
    current = successor;
    successor = null;
  }

  /** Further refusals do not restart the delay. */
  function schedulePolling(): void {
    if (!poller.isOn()) cancelStart ??= timers.after(POLL_AFTER_MS, startPolling);
  }

  function cancelPolling(): void {
    cancelStart?.();
    cancelStart = undefined;
    poller.stop();
  }

  function startPolling(): void {
    cancelStart?.();
    cancelStart = undefined;
    if (poller.isOn()) return;
    reportConnectionEvent({ type: 'LOST' });
    poller.start();
  }

  /** The socket reconnects slowly while polling succeeds. */
  function onPollResult(hasSucceeded: boolean): void {
    reportConnectionEvent({ type: hasSucceeded ? 'POLLING' : 'LOST' });
    current.setSlowReconnect(hasSucceeded);
    if (!hasSucceeded) current.retry();
  }

  /** A socket stays open for a while after its network is lost, so only a reply proves that it is alive. */
  async function checkConnection(): Promise<void> {
    const checked = current;
    try {
      await parts.catchUp();
    } catch {
      if (checked !== current || !checked.isConnected()) return;
      onSocketReport({ type: 'LOST', reached: true });
      if (checked === current) checked.reconnect();
    }
  }

  /** The sync that a wake-up needs is this check's, so one at a time suffices. */
  function checkOnce(): void {
    checking ??= checkConnection().finally(() => {
      checking = null;
      if (isCheckDue && current.isConnected()) checkOnce();
      isCheckDue = false;
    });
  }

  function sendAttention(shownAnew?: readonly string[]): void {
    if (current.sendAttention(shownAnew)) checkOnce();
  }

  async function onRefused(code: ByeCode): Promise<void> {
    const refusal = ++latestRefusal;
    const isTokenRejected = code === 'token_invalid' || code === 'session_revoked';
    if (isTokenRejected) cancelPolling();
    // The limit of sockets may not change for hours.
    else if (code === 'too_many') startPolling();
    if (!poller.isOn()) reportConnectionEvent({ type: 'REFUSED', code });
    // The first token may be of an earlier sign-in; a second one that is revoked too belongs to the ended session.
    if (wasRevoked && code === 'session_revoked') parts.onSessionEnded();
    wasRevoked = code === 'session_revoked';
    await delay(timers, refusalDelayMs(code, refusals++, runtime.random()));
    const isOutdated = () => isClosed || refusal !== latestRefusal;
    if (isOutdated()) return;
    if (isTokenRejected && !(await parts.freshToken())) return;
    if (isOutdated()) return;
    if (!poller.isOn()) reportConnectionEvent({ type: 'START' });
    schedulePolling();
    current.reconnect();
  }

  return {
    sync: (stream, after) =>
      current.isConnected() ? current.sync(stream, after) : syncStream(parts.sync, stream, after),
    renewToken(token) {
      current.renewToken(token);
      successor?.renewToken(token);
    },
    sendNote: (note, group) => current.sendNote(note, group),
    sendAttention,
    checkAlive() {
      poller.pollNow();
      if (!current.isConnected()) current.retry();
      // The reply to an earlier check may have arrived before the connection was lost, so it proves nothing now.
      else if (checking) isCheckDue = true;
      else checkOnce();
    },
    close() {
      isClosed = true;
      cancelPolling();
      successor?.close();
      current.close();
    },
  };
}
