import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { declaredLength, isChunked } from './read-bytes.ts';

/** The largest unread body that is read to its end to keep the connection alive. */
const DISCARDED_MAX = 64 * 1024;

export interface BodyTimeouts {
  /** How long a body may take to arrive. */
  bodyMs: number;
  /** How long a client that still sends has to read its answer before the connection is closed. */
  lingerMs: number;
  /** Requests whose body may take as long as the server's `requestTimeout`. */
  isSlowUpload: (request: IncomingMessage) => boolean;
}

/**
 * Bounds the cost of request bodies, whether or not a handler reads them. Called after all other listeners are added, so that it
 * is prepended to them.
 */
export function guardBodies(server: Server, { bodyMs, lingerMs, isSlowUpload }: BodyTimeouts): void {
  // Without a listener Node sends 100 Continue for every body; `readChunks` sends it for bodies that are read.
  server.on('checkContinue', (request, response) => void server.emit('request', request, response));
  server.prependListener('request', (request, response) => {
    const length = declaredLength(request);
    if (length === 0 && !isChunked(request)) return;
    if (!isSlowUpload(request)) closeAfterTimeout(request, bodyMs);
    response.once('finish', () => closeAfterTimeout(request, lingerMs));
    // A client that waits for 100 Continue may never send this body; its next request must not be parsed as the body.
    if (request.headers.expect !== undefined) response.shouldKeepAlive = false;
    if (length <= DISCARDED_MAX && !isChunked(request)) return;
    response.shouldKeepAlive = false;
    delayResponseEnd(request, response, lingerMs);
  });
}

/** Closes without an answer, as Node does with late headers: clients treat it as a network failure and may retry. */
function closeAfterTimeout(request: IncomingMessage, afterMs: number): void {
  if (request.complete) return;
  // After a pause of the process the bytes may have arrived: pending reads go first.
  const close = () => setImmediate(() => request.complete || request.socket.destroy());
  const timer = setTimeout(close, afterMs);
  request.once('close', () => clearTimeout(timer));
}

/**
 * Sends the whole answer but ends it later. Node would read an unread body to its end, or reset the connection, which discards
 * an answer that the client has not read yet. Until the end nothing more is read: back-pressure stops the sender.
 */
function delayResponseEnd(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  const endLater = (...given: unknown[]) => {
    if (request.complete) return end(...given);
    const [chunk, encoding] = given;
    const body = typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : chunk;
    if (!response.headersSent) response.setHeader('Content-Length', lengthOf(body));
    response.flushHeaders();
    if (body instanceof Uint8Array) response.write(body);
    const timer = setTimeout(end, lingerMs);
    response.once('close', () => clearTimeout(timer));
    return response;
  };
  response.end = endLater as typeof response.end;
}

const lengthOf = (body: unknown): number => (body instanceof Uint8Array ? body.length : 0);

function encodingOf(given: unknown): BufferEncoding {
  return typeof given === 'string' && Buffer.isEncoding(given) ? given : 'utf8';
}
