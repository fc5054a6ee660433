import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { guardBodies, type BodyTimeouts } from '../bodies/guard-bodies.ts';

/** For `createServer`: how often connections that take too long are looked for; once in 30 s unless told, in milliseconds. */
export const SERVER_OPTIONS = { connectionsCheckingInterval: 500 };

/**
 * What is too late may be an idle connection that was opened ahead. An answer to it would be taken for that of the request
 * which comes along just then, and a refusal is final; no answer is asked for again.
 */
const SILENT_CLOSE_CODES = new Set(['ECONNRESET', 'ERR_HTTP_REQUEST_TIMEOUT']);

/** Pictures are the only large bodies, and a phone's line is slow. */
const isPictureUpload = ({ method, url }: IncomingMessage) =>
  method === 'PUT' && url?.startsWith('/avatars/uploads/') === true;

const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const;

const BODY_TIMEOUTS: BodyTimeouts = { bodyMs: 10_000, lingerMs: 1000, isSlowUpload: isPictureUpload };

/**
 * Bounds what one connection may cost, and gives broken HTTP the same kind of answer as broken JSON. To be called once all
 * listeners of the server are there.
 */
export function limitServer(server: Server, timeouts: Partial<BodyTimeouts> = {}): Server {
  guardBodies(server, { ...BODY_TIMEOUTS, ...timeouts });
  // Express says so too, but Socket.IO answers requests before it.
  server.prependListener('request', (_request, response) => void response.setHeader(...NO_SNIFFING));
  server.headersTimeout = 5000;
  // A picture of 5 MB over a slow line takes its time.
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  server.maxHeadersCount = 100;
  server.on('clientError', (failure: Error & { code?: string }, socket) => {
    if (!socket.writable || SILENT_CLOSE_CODES.has(failure.code ?? '')) {
      socket.destroy();
      return;
    }
    const body = '["generic_400"]';
    const head = [
      ...['content-type: application/json', `content-length: ${body.length}`, NO_SNIFFING.join(': ')],
      ...[`x-request-id: ${randomUUID()}`, 'connection: close'],
    ].join('\r\n');
    socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
  });
  return server;
}
