import type { RequestHandler } from 'express';
import type { Logger } from '../domain/logger.ts';
import type { Metrics } from './metrics.ts';

/** Counts and logs each answer by the name of its route: addresses hold handles, ids and signatures. */
export function observe(logger: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('finish', () => {
      const ms = performance.now() - startedAt;
      const known: unknown = response.locals.route;
      const route = typeof known === 'string' ? known : 'other';
      metrics.observeCall(route, response.statusCode, ms / 1000);
      logger.debug(
        { method: request.method, route, status: response.statusCode, ms: Math.round(ms) },
        'answered',
      );
    });
    next();
  };
}
