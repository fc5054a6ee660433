import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { SERVER_OPTIONS } from './limit-server.ts';

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
