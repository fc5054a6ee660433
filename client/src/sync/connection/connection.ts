import type { StreamName, SyncReply, WireCursors } from '@cruddur/shared';
import { Actor, createActor, fromCallback, fromPromise } from 'xstate';
import { registerActor } from '../../base/actors.ts';
import { connectionMachine, type ConnectionState } from './connection.machine.ts';
import { pollingMachine } from './polling.machine.ts';
import { socketMachine, type SocketCommand, type SocketReport } from './socket.machine.ts';
import { type Runtime, toActorClock } from '../../base/runtime/runtime.ts';
import type { Attention } from './attention-frames.ts';
import { syncStream, type HttpSync } from './http-sync.ts';
import { createPoll } from './poll.ts';
import { openSocket, type ConnectSocket, type GatewaySocket } from './socket.ts';
import type { EphemeralEvent, WireEvent } from './wire-event.ts';

export interface ConnectionParts {
  origin: string;
  runtime: Runtime;
  /** Loads Socket.IO. */
  loadSocketIo: () => Promise<ConnectSocket>;
  /** The connection is opened after it. */
  firstContent: Promise<void>;
  token: () => Promise<string | null>;
  /** A new token, or null when the user is signed out. */
  freshToken: () => Promise<string | null>;
  /** The server has ended the session. */
  onSessionEnded: () => void;
  cursors: () => Partial<WireCursors>;
  sync: HttpSync;
  /** Syncs over this connection. */
  catchUp: () => Promise<unknown>;
  onWireEvent: (event: WireEvent) => void;
  /** The state has changed. */
  onState: (state: ConnectionState) => void;
}

/** Without attention, the gateway sends everything at once. */
const ALWAYS_WATCHING: Attention = { isQuiet: () => false, viewed: () => null };

/** A user's connection, as one tab has it: the tab holds it, or is told its state by the tab that does. */
export interface Connection {
  /** Opens it in this tab. @param attention what the user sees; by default everything */
  lead(attention?: Attention): void;
  /** Closes it here: another tab holds it. */
  follow(): void;
  /** Called with the state of the tab that holds it. */
  hear(state: ConnectionState): void;
  state(): ConnectionState;
  sync(stream: StreamName, after: string): Promise<SyncReply>;
  renewToken(token: string): void;
  sendEphemeral(event: EphemeralEvent['kind'], group: string): void;
  /** Tells the gateway what the user sees now. @param shownAnew cruds that came on a screen */
  sendAttention(shownAnew?: readonly string[]): void;
  /** Checks that the connection responds; one that does not is reported as lost and reopened. */
  checkAlive(): void;
  close(): void;
}

/** Runs the machine of the connection on sockets and HTTP. */
export function createConnection(parts: ConnectionParts): Connection {
  const { runtime, onState } = parts;
  let connectSocket: ConnectSocket | null = null;
  let attention = ALWAYS_WATCHING;
  let current: GatewaySocket | null = null;
  let successor: GatewaySocket | null = null;
  let poll = createPoll(parts);

  const sockets = fromCallback<SocketCommand>(({ sendBack, receive }) => {
    function open(): GatewaySocket | null {
      if (!connectSocket) return null;
      const socket: GatewaySocket = openSocket(connectSocket, {
        ...parts,
        attention,
        spread: runtime.random,
        onReport(report) {
          if (socket === current) onReport(report);
          else if (socket === successor && report.type !== 'DRAIN') onSuccessorReport(report);
        },
      });
      return socket;
    }

    function onReport(report: SocketReport): void {
      sendBack(report);
      if (report.type !== 'READY') return;
      // The token is accepted: what polls have found out about it is over.
      poll = createPoll(parts);
      sendAttention();
    }

    function onSuccessorReport(report: SocketReport): void {
      if (report.type === 'READY') {
        sendBack({ ...report, type: 'SUCCESSOR_READY' });
        sendAttention();
        return;
      }
      closeSuccessor();
      sendBack({ type: 'SUCCESSOR_FAILED' });
    }

    receive((command) => {
      switch (command.type) {
        case 'RECONNECT':
          current?.reconnect();
          return;
        case 'RETRY':
          current?.retry();
          return;
        case 'SLOW':
          current?.setSlowReconnect(command.isSlow);
          return;
        case 'OPEN_SUCCESSOR':
          closeSuccessor();
          successor = open();
          return;
        case 'PROMOTE':
          current?.close();
          current = successor;
          successor = null;
      }
    });
    current = open();
    return () => {
      closeSuccessor();
      current?.close();
      current = null;
    };
  });

  function closeSuccessor(): void {
    successor?.close();
    successor = null;
  }

  const probe = fromPromise<unknown>(async () => {
    const probed = current;
    try {
      await parts.catchUp();
    } catch (failure) {
      // Another socket, or one that is known to be lost, is not proved dead by it.
      if (probed === current && probed?.isConnected()) throw failure;
    }
  });

  const actor = createActor(
    connectionMachine.provide({
      actors: {
        load: fromPromise<unknown>(async () => {
          await parts.firstContent;
          connectSocket = await parts.loadSocketIo();
        }),
        socket: socketMachine.provide({
          actors: { sockets, renew: fromPromise(async () => (await parts.freshToken()) !== null), probe },
          actions: { endSession: parts.onSessionEnded },
        }),
        polling: pollingMachine.provide({
          actors: { poll: fromPromise<unknown>(({ signal }) => poll(signal)) },
        }),
      },
    }),
    { clock: toActorClock(runtime.timers) },
  );
  let shown: ConnectionState = actor.getSnapshot().context;
  actor.subscribe(({ context, children }) => {
    for (const child of [children.socket, children.polling]) if (child instanceof Actor) registerActor(child);
    const { status, proved } = context;
    if (status === shown.status && proved === shown.proved) return;
    shown = { status, proved };
    onState(shown);
  });
  actor.start();
  registerActor(actor);

  function sendAttention(shownAnew?: readonly string[]): void {
    if (current?.sendAttention(shownAnew)) actor.send({ type: 'SYNC_DUE' });
  }

  return {
    lead(seen = ALWAYS_WATCHING) {
      attention = seen;
      actor.send({ type: 'LEAD' });
    },
    follow: () => actor.send({ type: 'FOLLOW' }),
    hear: (state) => actor.send({ type: 'TOLD', ...state }),
    state: () => shown,
    sync: (stream, after) =>
      current?.isConnected() ? current.sync(stream, after) : syncStream(parts.sync, stream, after),
    renewToken(token) {
      current?.renewToken(token);
      successor?.renewToken(token);
    },
    sendEphemeral: (event, group) => current?.sendEphemeral(event, group),
    sendAttention,
    checkAlive: () => actor.send({ type: 'WAKE' }),
    close: () => actor.stop(),
  };
}
