import { EventEmitter } from 'node:events';
import { type GatewaySocket, CONNECTION_TIMEOUTS } from '../../../../server/src/gateway/gateway-types.ts';
import type { SocketServer } from '../../../../server/src/gateway/serve-sockets.ts';
import type { Timers } from '../../../../server/src/domain/timers.ts';
import type { Link, LinkEnd } from './link.ts';

type Middleware = Parameters<SocketServer['use']>[0];
type Frame = [name: string, payload: unknown, acknowledge?: (reply: unknown) => void];

/** The types of packets of Socket.IO's protocol, which follow engine.io's message type. */
const CONNECT = '40';
const DISCONNECT = '41';
const EVENT = '42';
const ACK = '43';
const CONNECT_ERROR = '44';
const PING = '2';
const PONG = '3';

/** A connection as engine.io's: its queue, its heartbeat and its end. */
class SimulatedConnection extends EventEmitter {
  readyState: 'open' | 'closed' = 'open';
  /** Packets that the transport has not been given yet; with this network it takes them at once. */
  readonly writeBuffer: { data: string }[] = [];
  readonly request = {};
  /** The gateway writes frames directly only to a writable one. */
  readonly transport = { writable: false, socket: { terminate: () => this.close() } };
  private readonly link: () => Link;
  private readonly timers: Timers;
  private cancelHeartbeat: () => void = () => undefined;

  constructor(link: () => Link, timers: Timers) {
    super();
    this.link = link;
    this.timers = timers;
  }

  /** A packet of Socket.IO, already encoded. */
  write(packet: string): void {
    this.send(`4${packet}`);
  }

  send(packet: string): void {
    if (this.readyState === 'open') this.link().send('gateway', packet);
  }

  close(): void {
    if (this.readyState === 'closed') return;
    this.link().close('gateway');
    this.end();
  }

  end(): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    this.cancelHeartbeat();
    this.emit('close');
  }

  ping(): void {
    this.cancelHeartbeat = this.timers.after(CONNECTION_TIMEOUTS.pingInterval, () => {
      this.send(PING);
      this.cancelHeartbeat = this.timers.after(CONNECTION_TIMEOUTS.pingTimeout, () => this.close());
    });
  }

  pong(): void {
    this.cancelHeartbeat();
    this.ping();
  }
}

/** A socket as Socket.IO's server gives it to the gateway. */
class SimulatedSocket extends EventEmitter {
  readonly conn: SimulatedConnection;
  readonly handshake: { auth: unknown; headers: Record<string, string> };
  readonly data: Record<string, unknown> = {};
  private readonly receivers: ((frame: Frame) => void)[] = [];
  private isConnected = true;

  constructor(conn: SimulatedConnection, auth: unknown) {
    super();
    this.conn = conn;
    this.handshake = { auth, headers: { 'user-agent': 'simulated' } };
  }

  use(receive: (frame: Frame) => void): void {
    this.receivers.push(receive);
  }

  override emit(name: string, ...args: unknown[]): boolean {
    if (name === 'disconnect') return super.emit(name, ...args);
    this.conn.send(EVENT + JSON.stringify([name, ...args]));
    return true;
  }

  disconnect(): void {
    this.conn.send(DISCONNECT);
    this.conn.close();
  }

  receive(frame: Frame): void {
    for (const receive of this.receivers) receive(frame);
  }

  /** The connection is over, or the client has left. */
  left(): void {
    if (!this.isConnected) return;
    this.isConnected = false;
    super.emit('disconnect');
  }
}

/** The sockets of one gateway. */
export interface SimulatedSocketServer extends SocketServer {
  accept: (link: () => Link) => LinkEnd;
}

export function createSocketServer(host: LinkEnd['host'], timers: Timers): SimulatedSocketServer {
  let middleware: Middleware = (_socket, next) => next();
  let onConnection: (socket: GatewaySocket) => void = () => undefined;
  const connections = new Set<SimulatedConnection>();

  function admit(conn: SimulatedConnection, auth: unknown): SimulatedSocket {
    const socket = new SimulatedSocket(conn, auth);
    // The gateway uses the members that the class has.
    const given = socket as unknown as GatewaySocket;
    middleware(given, (refusal) => {
      if (conn.readyState !== 'open') return;
      if (refusal) {
        conn.send(CONNECT_ERROR + JSON.stringify({ message: refusal.message, data: refusal.data }));
        return;
      }
      conn.send(CONNECT + JSON.stringify({ sid: 'socket' }));
      onConnection(given);
    });
    return socket;
  }

  function receiveEvent(socket: SimulatedSocket, packet: string): void {
    const from = packet.indexOf('[');
    const id = packet.slice(EVENT.length, from);
    const [name, payload] = JSON.parse(packet.slice(from)) as Frame;
    const acknowledge = (reply: unknown) => socket.conn.send(`${ACK}${id}${JSON.stringify([reply])}`);
    socket.receive(id === '' ? [name, payload] : [name, payload, acknowledge]);
  }

  return {
    use: (given) => void (middleware = given),
    onConnection: (listener) => void (onConnection = listener),
    onAdmitted: () => undefined,
    close() {
      for (const conn of connections) conn.close();
      return Promise.resolve();
    },
    accept(link) {
      const conn = new SimulatedConnection(link, timers);
      let socket: SimulatedSocket | undefined;
      connections.add(conn);
      conn.on('close', () => {
        connections.delete(conn);
        socket?.left();
      });
      const cancelTimeout = timers.after(CONNECTION_TIMEOUTS.connectTimeout, () => conn.close());
      const { pingInterval, pingTimeout } = CONNECTION_TIMEOUTS;
      const opening = { sid: 'connection', upgrades: [], pingInterval, pingTimeout, maxPayload: 1e6 };
      timers.after(0, () => {
        conn.send(`0${JSON.stringify(opening)}`);
        conn.ping();
      });
      return {
        host,
        closed: () => conn.end(),
        receive(packet) {
          if (packet === PONG) conn.pong();
          else if (packet.startsWith(CONNECT) && !socket) {
            cancelTimeout();
            socket = admit(conn, JSON.parse(packet.slice(CONNECT.length)));
          } else if (packet.startsWith(EVENT) && socket) receiveEvent(socket, packet);
          else if (packet.startsWith(DISCONNECT)) conn.close();
        },
      };
    },
  };
}
