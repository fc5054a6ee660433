import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { randomUUID } from 'node:crypto';
import { type BodyTimeouts, guardBodies } from './guard-bodies.ts';

export function createHttpServer(app: Express): Server {
  return createServer({ ...SERVER_OPTIONS, ...createMessageClasses(app) }, app);
}

/**
 * The classes of an app's requests and responses. Express sets the prototypes of both for each call, and V8 makes an object slow
 * when its prototype changes, which cost three times as much as Node's whole work for an answer. These objects have Express's
 * prototypes from the beginning, so setting them changes nothing.
 */
function createMessageClasses(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = inherit(AppRequest.prototype, app.request);
  app.response = inherit(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/** @param base a prototype that extends the prototype's own base */
function inherit<Base extends object>(prototype: object, base: Base): Base {
  return Object.setPrototypeOf(prototype, base) as Base;
}

/** For `createServer`: how often Node checks connections for timeouts, in milliseconds; its default is 30 s. */
export const SERVER_OPTIONS = { connectionsCheckingInterval: 500 };

/**
 * These connections are closed without an answer: one may be an idle connection that a browser opened ahead, and it would take
 * the answer for that of its next request. A 400 is final, and a closed connection is retried.
 */
const SILENT_CLOSE_CODES = new Set(['ECONNRESET', 'ERR_HTTP_REQUEST_TIMEOUT']);

/** Pictures are the only large bodies, and may come over a slow connection. */
const isPictureUpload = ({ method, url }: IncomingMessage) =>
  method === 'PUT' && url?.startsWith('/avatars/uploads/') === true;

const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const;

const BODY_TIMEOUTS: BodyTimeouts = { bodyMs: 10_000, lingerMs: 1000, isSlowUpload: isPictureUpload };

/**
 * Sets the timeouts and limits of a server's connections, and answers malformed HTTP in the form of other errors. Called after
 * all other listeners are added.
 */
export function limitServer(server: Server, timeouts: Partial<BodyTimeouts> = {}): Server {
  guardBodies(server, { ...BODY_TIMEOUTS, ...timeouts });
  // Express sets it too, but Socket.IO answers some requests before Express.
  server.prependListener('request', (_request, response) => void response.setHeader(...NO_SNIFFING));
  server.headersTimeout = 5000;
  // For a picture of 5 MB over a slow connection.
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
      'content-type: application/json',
      `content-length: ${body.length}`,
      NO_SNIFFING.join(': '),
      `x-request-id: ${randomUUID()}`,
      'connection: close',
    ].join('\r\n');
    socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
  });
  return server;
}
