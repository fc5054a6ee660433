import type { ByeCode, StreamName, WireCursors } from '@cruddur/shared';
import { syncStream, type HttpSync } from './http-sync.ts';
import { createPoller } from './poller.ts';
import { refusalDelayMs } from './refusal-delay.ts';
import { openSocket, type GatewaySocket, type SocketReport } from './socket.ts';
import type { FollowerReply } from '../stream/stream-follower.ts';
import type { PresenceNote, WireEvent } from '../stream/wire-event.ts';

export interface ConnectionParts {
  origin: string;
  token: () => Promise<string | null>;
  /** A new token, or null when nobody is signed in any more. */
  freshToken: () => Promise<string | null>;
  /** The server has ended this session for good. */
  onSessionEnded: () => void;
  cursors: () => Partial<WireCursors>;
  sync: HttpSync;
  /** Asks over this line for what may be missing. */
  catchUp: () => Promise<unknown>;
  onWireEvent: (fact: WireEvent) => void;
}

/** A person's one connection: a socket, or plain questions where sockets are blocked. */
export interface Connection {
  sync(stream: StreamName, after: string): Promise<FollowerReply>;
  renewToken(token: string): void;
  sendNote(note: PresenceNote, group: string): void;
  /** Asks whether the connection still lives; one that does not answer is said to be lost, and made anew. */
  checkAlive(): void;
  close(): void;
}

/** So long without a socket, and the way over HTTP is tried as well. */
const POLL_AFTER_MS = 4000;
/** A gateway that goes may be the only one: how long until the next try to find another, in milliseconds. */
const NEXT_GATEWAY_MS = 500;
/** A gateway that is gone may take a connection and say nothing: then another one is tried while the old one still answers. */
const NEXT_READY_MS = 2000;
/** What a new line may take before the page says that there is none. */
const FIRST_READY_MS = 2000;

/** Loads the socket's code and connects. Whatever the line brings and whatever becomes of it goes to `tell`. */
export async function openConnection(parts: ConnectionParts): Promise<Connection> {
  const { io } = await import('socket.io-client');
  const { onWireEvent } = parts;
  const poller = createPoller({ ...parts, onPollResult });
  let isClosed = false;
  const isDone = () => isClosed;
  let refusals = 0;
  /** The refusal that is being waited out; an older one is over. */
  let latestRefusal = 0;
  let wasRevoked = false;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let successor: GatewaySocket | null = null;
  let current = openGatewaySocket();
  const readyTimer = setTimeout(reportConnectionEvent, FIRST_READY_MS, { type: 'LOST' });
  schedulePolling();

  function reportConnectionEvent(event: Extract<WireEvent, { kind: 'line' }>['event']): void {
    onWireEvent({ kind: 'line', event });
  }

  function openGatewaySocket(): GatewaySocket {
    const socket: GatewaySocket = openSocket(io, {
      ...parts,
      onReport: (event) => {
        if (socket === current) onSocketReport(event);
        else if (socket === successor) onSuccessorReport(event);
      },
    });
    return socket;
  }

  function onSocketReport(event: SocketReport): void {
    clearTimeout(readyTimer);
    switch (event.type) {
      case 'READY':
        refusals = 0;
        latestRefusal += 1;
        wasRevoked = false;
        cancelPolling();
        current.setSlowReconnect(false);
        reportConnectionEvent(event);
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

  /** The old connection goes when the new one is ready, so nothing falls between them; what both bring counts once. */
  function onSuccessorReport(event: SocketReport): void {
    if (event.type === 'READY') {
      promoteSuccessor();
      onSocketReport(event);
    } else if (event.type !== 'DRAIN') {
      successor?.close();
      successor = null;
      setTimeout(() => {
        if (current.isConnected()) openSuccessor();
      }, NEXT_GATEWAY_MS);
    }
  }

  function openSuccessor(): void {
    if (successor || isDone()) return;
    const opened = openGatewaySocket();
    successor = opened;
    setTimeout(() => {
      if (successor !== opened || !current.isConnected()) return;
      opened.close();
      successor = null;
      openSuccessor();
    }, NEXT_READY_MS);
  }

  function promoteSuccessor(): void {
    if (!successor) return;
    current.close();
    current = successor;
    successor = null;
  }

  /** However often a socket is refused meanwhile, polling starts after this wait. */
  function schedulePolling(): void {
    if (!poller.isOn()) pollTimer ??= setTimeout(startPolling, POLL_AFTER_MS);
  }

  function cancelPolling(): void {
    clearTimeout(pollTimer);
    pollTimer = undefined;
    poller.stop();
  }

  function startPolling(): void {
    clearTimeout(pollTimer);
    pollTimer = undefined;
    if (poller.isOn()) return;
    reportConnectionEvent({ type: 'LOST' });
    poller.start();
  }

  /** While questions are answered, the socket is tried now and then; while nothing is, as often as ever. */
  function onPollResult(isAnswered: boolean): void {
    reportConnectionEvent({ type: isAnswered ? 'POLLING' : 'LOST' });
    current.setSlowReconnect(isAnswered);
    if (!isAnswered) current.retry();
  }

  /** A socket whose network went away still looks open: one that does not answer is lost, and is said to be. */
  async function checkConnection(): Promise<void> {
    const asked = current;
    try {
      await parts.catchUp();
    } catch {
      if (asked !== current || !asked.isConnected()) return;
      onSocketReport({ type: 'LOST', reached: true });
      if (asked === current) asked.reconnect();
    }
  }

  async function onRefused(code: ByeCode): Promise<void> {
    const refusal = ++latestRefusal;
    const tokenIsBad = code === 'token_invalid' || code === 'session_revoked';
    if (tokenIsBad) cancelPolling();
    // Room for another socket may not come for hours.
    else if (code === 'too_many') startPolling();
    if (!poller.isOn()) reportConnectionEvent({ type: 'REFUSED', code });
    // The token may have been of a sign-in before this one; a new one that fares no better is of the session that ended.
    if (wasRevoked && code === 'session_revoked') parts.onSessionEnded();
    wasRevoked = code === 'session_revoked';
    const wait = refusalDelayMs(code, refusals++, Math.random());
    await new Promise((resolve) => setTimeout(resolve, wait));
    const isPast = () => isDone() || refusal !== latestRefusal;
    if (isPast()) return;
    if (tokenIsBad && !(await parts.freshToken())) return;
    if (isPast()) return;
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
    checkAlive() {
      poller.pollNow();
      if (current.isConnected()) void checkConnection();
      else current.retry();
    },
    close() {
      isClosed = true;
      clearTimeout(readyTimer);
      cancelPolling();
      successor?.close();
      current.close();
    },
  };
}
