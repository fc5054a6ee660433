import cors, { type CorsOptions } from 'cors';
import type { Request, RequestHandler } from 'express';

const METHODS = 'GET, HEAD, POST, PUT, DELETE';
const HEADERS =
  'authorization, content-type, cache-control, amz-sdk-invocation-id, amz-sdk-request, idempotency-key';
const EXPOSED = 'X-Cursor, X-Request-Id, Link, Retry-After';
const PREFLIGHT_SECONDS = 600;

/** Lets exactly these origins read answers; without credentials, because there are no cookies. */
export function allowOrigins(allowedOrigins: readonly string[]): RequestHandler {
  const allowed = new Set(allowedOrigins);
  const options: CorsOptions = {
    methods: METHODS,
    allowedHeaders: HEADERS,
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
  };
  // An OPTIONS request that is no preflight goes on, to be answered with the methods of its path.
  const setCorsHeaders = cors<Request>((request, done) =>
    done(null, {
      ...options,
      origin: request.headers.origin,
      preflightContinue: request.headers['access-control-request-method'] === undefined,
    }),
  );
  return (request, response, next) => {
    // `cors` omits it for other origins, whose answers a shared cache must not give to allowed ones.
    response.vary('Origin');
    const { origin } = request.headers;
    if (origin !== undefined && allowed.has(origin)) setCorsHeaders(request, response, next);
    else next();
  };
}
