import type { Server } from 'node:http';

/** For `createServer`: how often connections that take too long are looked for; once in 30 s unless told, in milliseconds. */
export const serverChecks = { connectionsCheckingInterval: 500 };

/**
 * What is too late may be an idle connection that was opened ahead. An answer to it would be taken for that of the request
 * which comes along just then, and a refusal is final; no answer is asked for again.
 */
const WITHOUT_A_WORD = new Set(['ECONNRESET', 'ERR_HTTP_REQUEST_TIMEOUT']);

/** Bounds what one connection may cost, and gives broken HTTP the same kind of answer as broken JSON. */
export function limitServer(server: Server): Server {
  server.headersTimeout = 5000;
  // A picture of 5 MB over a slow line takes its time.
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  server.maxHeadersCount = 100;
  server.on('clientError', (failure: Error & { code?: string }, socket) => {
    if (!socket.writable || WITHOUT_A_WORD.has(failure.code ?? '')) {
      socket.destroy();
      return;
    }
    const body = '["generic_400"]';
    const head = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
    socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
  });
  return server;
}
