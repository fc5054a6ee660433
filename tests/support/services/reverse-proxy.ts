import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listenLocally } from '../listen-locally.ts';
import { connectToFirst, createRoundRobin } from './connect-to-first.ts';

/** A reverse proxy as in docker-compose.yml: it assigns calls to the gateways in turn. */
export interface ReverseProxy extends AsyncDisposable {
  url: string;
  /** The number of assigned sockets by gateway port. */
  socketsByPort: ReadonlyMap<number, number>;
}

/** @param gateways the ports behind it, read for each call; one that refuses the connection is skipped */
export async function startReverseProxy(gateways: () => readonly number[]): Promise<ReverseProxy> {
  const sockets = new Map<number, number>();
  const inTurn = createRoundRobin(gateways);
  const server = createServer((incoming, answer) => {
    void forwardRequest({ incoming, answer, ports: inTurn() });
  });
  server.on('upgrade', (incoming, caller: Socket, head) => {
    void forwardUpgrade({ incoming, caller, head, ports: inTurn() }).then((port) => {
      if (port !== undefined) sockets.set(port, (sockets.get(port) ?? 0) + 1);
    });
  });
  const listening = await listenLocally(server);
  return { ...listening, url: `http://localhost:${listening.port}`, socketsByPort: sockets };
}

type ForwardedRequest = { incoming: IncomingMessage; answer: ServerResponse; ports: readonly number[] };

async function forwardRequest({ incoming, answer, ports }: ForwardedRequest): Promise<void> {
  const gateway = await connectToFirst(ports);
  if (!gateway) {
    answer.writeHead(502).end();
    return;
  }
  const { method, url: path, socket } = incoming;
  const headers = { ...incoming.headers, ...forwardedHeaders(socket) };
  const passed = request({ method, path, headers, createConnection: () => gateway.socket }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
    response.on('error', () => answer.destroy());
  });
  passed.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  incoming.pipe(passed);
}

type ForwardedUpgrade = { incoming: IncomingMessage; caller: Socket; head: Buffer; ports: readonly number[] };

/** @returns the port of its current gateway */
async function forwardUpgrade({
  incoming,
  caller,
  head,
  ports,
}: ForwardedUpgrade): Promise<number | undefined> {
  caller.on('error', () => caller.destroy());
  const gateway = await connectToFirst(ports);
  if (!gateway) {
    caller.destroy();
    return undefined;
  }
  const { port, socket } = gateway;
  const headers = Object.entries({ ...incoming.headers, ...forwardedHeaders(caller) });
  const lines = headers.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('');
  socket.write(`${incoming.method ?? 'GET'} ${incoming.url ?? '/'} HTTP/1.1\r\n${lines}\r\n`);
  socket.write(head);
  socket.on('error', () => caller.destroy());
  socket.on('close', () => caller.destroy());
  caller.on('close', () => socket.destroy());
  socket.pipe(caller);
  caller.pipe(socket);
  return port;
}

const forwardedHeaders = ({ remoteAddress = '' }: Socket) => ({ 'x-forwarded-for': remoteAddress });
