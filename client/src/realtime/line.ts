import type { ByeCode, StreamName, WireCursors } from '@cruddur/shared';
import { syncOne, type HttpSync } from './http-sync.ts';
import { createPoller } from './poller.ts';
import { openSocket, type GatewaySocket, type SocketReport } from './socket.ts';
import type { FollowerReply } from './stream-follower.ts';
import type { ScreenNote, WireFact } from './wire-fact.ts';

export interface LineParts {
  origin: string;
  token: () => Promise<string | null>;
  /** A new token, or null when nobody is signed in any more. */
  freshToken: () => Promise<string | null>;
  /** The server has ended this session for good. */
  ended: () => void;
  cursors: () => Partial<WireCursors>;
  sync: HttpSync;
  /** Asks over this line for what may be missing. */
  ask: () => Promise<unknown>;
  tell: (fact: WireFact) => void;
}

/** A person's one connection: a socket, or plain questions where sockets are blocked. */
export interface Line {
  sync(stream: StreamName, after: string): Promise<FollowerReply>;
  renew(token: string): void;
  note(note: ScreenNote, group: string): void;
  /** Asks whether the connection still lives; one that does not answer is said to be lost, and made anew. */
  wake(): void;
  close(): void;
}

/** Waits before another try after a first refusal, in milliseconds; each further one in a row doubles it. */
const AFTER_REFUSAL_MS: Record<ByeCode, number> = {
  ...{ token_invalid: 250, session_revoked: 250, too_slow: 1000, too_many: 15_000, restarting: 500 },
};
const LONGEST_WAIT_MS = 30_000;
/** A gateway that goes or comes is back within seconds, and then nobody should wait for long. */
const LONGEST_RESTART_MS = 2000;
/** So long without a socket, and the way over HTTP is tried as well. */
const POLL_AFTER_MS = 4000;
/** A gateway that goes may be the only one: how long until the next try to find another, in milliseconds. */
const NEXT_GATEWAY_MS = 500;
/** What a new line may take before the page says that there is none. */
const FIRST_READY_MS = 2000;

/** Loads the socket's code and connects. Whatever the line brings and whatever becomes of it goes to `tell`. */
export async function openLine(parts: LineParts): Promise<Line> {
  const { io } = await import('socket.io-client');
  const { tell } = parts;
  const poller = createPoller({ ...parts, answered });
  let isClosed = false;
  const isOver = () => isClosed;
  let refusals = 0;
  let wasRevoked = false;
  let impatience: ReturnType<typeof setTimeout> | undefined;
  let successor: GatewaySocket | null = null;
  let current = open();
  const unready = setTimeout(say, FIRST_READY_MS, { type: 'LOST' });
  waitForSocket();

  function say(event: Extract<WireFact, { kind: 'line' }>['event']): void {
    tell({ kind: 'line', event });
  }

  function open(): GatewaySocket {
    const socket: GatewaySocket = openSocket(io, {
      ...parts,
      report: (event) => {
        if (socket === current) reported(event);
        else if (socket === successor) succeeded(event);
      },
    });
    return socket;
  }

  function reported(event: SocketReport): void {
    clearTimeout(unready);
    switch (event.type) {
      case 'READY':
        refusals = 0;
        wasRevoked = false;
        stopWaiting();
        current.setCalm(false);
        say(event);
        return;
      case 'LOST':
        if (successor) promote();
        if (event.reached) waitForSocket();
        if (!poller.isOn()) say({ type: 'LOST' });
        return;
      case 'REFUSED':
        stopWaiting();
        if (successor) promote();
        else void refused(event.code);
        return;
      case 'DRAIN':
        successor ??= open();
    }
  }

  /** The old connection goes when the new one is ready, so nothing falls between them; what both bring counts once. */
  function succeeded(event: SocketReport): void {
    if (event.type === 'READY') {
      promote();
      reported(event);
    } else if (event.type !== 'DRAIN') {
      successor?.close();
      successor = null;
      setTimeout(() => {
        if (!isOver() && current.isConnected()) successor ??= open();
      }, NEXT_GATEWAY_MS);
    }
  }

  function promote(): void {
    if (!successor) return;
    current.close();
    current = successor;
    successor = null;
  }

  function waitForSocket(): void {
    clearTimeout(impatience);
    impatience = setTimeout(poller.start, POLL_AFTER_MS);
  }

  function stopWaiting(): void {
    clearTimeout(impatience);
    poller.stop();
  }

  /** While questions are answered, the socket is tried now and then; while nothing is, as often as ever. */
  function answered(isAnswered: boolean): void {
    say({ type: isAnswered ? 'POLLING' : 'LOST' });
    current.setCalm(isAnswered);
    if (!isAnswered) current.retry();
  }

  /** A socket whose network went away still looks open: one that does not answer is lost, and is said to be. */
  async function askWhetherItLives(): Promise<void> {
    const asked = current;
    try {
      await parts.ask();
    } catch {
      if (asked !== current || !asked.isConnected()) return;
      reported({ type: 'LOST', reached: true });
      if (asked === current) asked.reconnect();
    }
  }

  async function refused(code: ByeCode): Promise<void> {
    say({ type: 'REFUSED', code });
    // The token may have been of a sign-in before this one; a new one that fares no better is of the session that ended.
    if (wasRevoked && code === 'session_revoked') parts.ended();
    wasRevoked = code === 'session_revoked';
    const longest = code === 'restarting' ? LONGEST_RESTART_MS : LONGEST_WAIT_MS;
    const wait = Math.min(AFTER_REFUSAL_MS[code] * 2 ** refusals++, longest);
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (isOver()) return;
    const tokenIsBad = code === 'token_invalid' || code === 'session_revoked';
    if (tokenIsBad && !(await parts.freshToken())) return;
    if (isOver()) return;
    say({ type: 'START' });
    waitForSocket();
    current.reconnect();
  }

  return {
    sync: (stream, after) =>
      current.isConnected() ? current.sync(stream, after) : syncOne(parts.sync, stream, after),
    renew(token) {
      current.renew(token);
      successor?.renew(token);
    },
    note: (note, group) => current.note(note, group),
    wake() {
      poller.hurry();
      if (current.isConnected()) void askWhetherItLives();
      else current.retry();
    },
    close() {
      isClosed = true;
      clearTimeout(unready);
      stopWaiting();
      successor?.close();
      current.close();
    },
  };
}
