import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from '../domain/logger.ts';
import type { Metrics } from '../domain/metrics.ts';
import { requestIdOf } from '../domain/request-id.ts';

/** Measures and logs each answer by the name of its route: a path may hold handles, ids and signatures. */
export function observeRequests(logger: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('finish', () => {
      const ms = performance.now() - startedAt;
      const routeName: unknown = response.locals.route;
      const route = typeof routeName === 'string' ? routeName : 'other';
      metrics.observeValue('cruddur_http_seconds', { route, status: String(response.statusCode) }, ms / 1000);
      logger.debug(
        {
          request_id: response.get('X-Request-Id'),
          method: request.method,
          route,
          status: response.statusCode,
          ms: Math.round(ms),
        },
        'answered',
      );
    });
    next();
  };
}

/** Gives each request an id: its answer carries it, and log lines read it there. */
export function identifyRequest({ isProxied }: { isProxied: boolean }): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id');
    response.set('X-Request-Id', requestIdOf(given, { isProxied, newId: randomUUID }));
    next();
  };
}
