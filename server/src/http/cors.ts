import type { RequestHandler } from 'express';

const METHODS = 'GET, HEAD, POST, PUT, DELETE';
const HEADERS =
  'authorization, content-type, cache-control, amz-sdk-invocation-id, amz-sdk-request, idempotency-key';
const EXPOSED = 'X-Cursor, X-Request-Id, Link, Retry-After';
const PREFLIGHT_SECONDS = '600';

/** Exactly the origins that were named may read answers; no cookies, so no credentials. */
export function cors(allowedOrigins: readonly string[]): RequestHandler {
  const allowed = new Set(allowedOrigins);
  return (request, response, next) => {
    response.vary('Origin');
    const origin = request.get('origin');
    if (origin === undefined || !allowed.has(origin)) {
      next();
      return;
    }
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED });
    if (request.method !== 'OPTIONS' || request.get('access-control-request-method') === undefined) {
      next();
      return;
    }
    response.set({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    });
    response.status(204).end();
  };
}
