import type { Server } from 'node:http';

/** For `createServer`: how often connections that take too long are looked for; once in 30 s unless told, in milliseconds. */
export const serverChecks = { connectionsCheckingInterval: 500 };

/** Bounds what one connection may cost, and gives broken HTTP the same kind of answer as broken JSON. */
export function limitServer(server: Server): Server {
  server.headersTimeout = 5000;
  // A picture of 5 MB over a slow line takes its time.
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  server.maxHeadersCount = 100;
  server.on('clientError', (failure: Error & { code?: string }, socket) => {
    if (!socket.writable || failure.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const body = '["generic_400"]';
    const head = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
    socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
  });
  return server;
}
