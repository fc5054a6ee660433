/** The process behind `startBareServer`: a server that does nothing but broadcast. */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Server } from 'socket.io';
import { WebSocketServer, type WebSocket } from 'ws';
import type { BareServerKind } from './start-bare-server.ts';

type OpenedSocket = WebSocket & { _socket: Socket };

const http = createServer();
const BROADCASTS: Record<BareServerKind, () => (text: string) => void> = {
  ws: broadcastByWs,
  'framed ws': broadcastFrame,
  'socket.io': broadcastBySocketIo,
};
const broadcast = BROADCASTS[process.argv[2] as BareServerKind]();
// The bench has ended, however it did.
process.on('disconnect', () => process.exit());
process.on('message', broadcast);
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port));

function broadcastByWs(): (text: string) => void {
  const server = new WebSocketServer({ server: http });
  return (text) => {
    for (const socket of server.clients) socket.send(text);
  };
}

/** One frame for all, written past the library: one system call per socket with one buffer. */
function broadcastFrame(): (text: string) => void {
  const server = new WebSocketServer({ server: http });
  return (text) => {
    const frame = encodeFrame(text);
    for (const socket of server.clients) (socket as OpenedSocket)._socket.write(frame);
  };
}

function broadcastBySocketIo(): (text: string) => void {
  const io = new Server(http, { transports: ['websocket'], serveClient: false });
  return (text) => void io.emit('events', text);
}

/** A text of 126 to 65,535 bytes as a server sends it. */
function encodeFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([0x81, 126, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
