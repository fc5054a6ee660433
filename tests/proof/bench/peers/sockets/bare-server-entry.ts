/** The process behind `startBareServer`: a server that does nothing but broadcast. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import type { BareServerKind } from './start-bare-server.ts';

const http = createServer();
const BROADCASTS: Record<BareServerKind, () => (text: string) => void> = {
  ws: broadcastByWs,
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

function broadcastBySocketIo(): (text: string) => void {
  const io = new Server(http, { transports: ['websocket'], serveClient: false });
  return (text) => void io.emit('events', text);
}
