import { Router, type RequestHandler } from 'express';
import { buildAsyncApiDocument } from './asyncapi.ts';
import { requireMetricsAccess, type MetricsAccess } from './metrics-access.ts';
import type { PublishedMetrics } from './metrics.ts';
import { buildOpenApiDocument } from './openapi.ts';
import type { Limiter } from './rate-limits.ts';
import { release } from './release.ts';
import { allowOnly } from './error-handler.ts';

export interface Readiness {
  /** Whether calls can be served at all. */
  ready: boolean;
  /** The parts that are unavailable. */
  degraded: string[];
}

export interface HealthDeps {
  readiness: () => Promise<Readiness>;
  metrics: PublishedMetrics;
  limiter: Limiter;
  settings: { metricsAccess: MetricsAccess };
}

/** Liveness, readiness, metrics, and the documents of the API. */
export function createHealthRoutes({ readiness, metrics, limiter, settings }: HealthDeps): Router {
  const router = Router();
  const documents = {
    '/api/openapi.json': JSON.stringify(buildOpenApiDocument()),
    '/api/asyncapi.json': JSON.stringify(buildAsyncApiDocument()),
  };
  const limited: RequestHandler = async (request, _response, next) => {
    await limiter.consumeByAddress(request.ip ?? '', 'public');
    next();
  };
  router.get('/healthz', (_request, response) => void response.json({ alive: true, ...release }));
  router.get('/readyz', limited, async (_request, response) => {
    const state = await readiness();
    response.status(state.ready ? 200 : 503).json(state);
  });
  router.get(
    '/metrics',
    limited,
    requireMetricsAccess(settings.metricsAccess),
    async (_request, response) => {
      const { contentType, body } = await metrics.text();
      response.type(contentType).send(body);
    },
  );
  for (const [path, document] of Object.entries(documents)) {
    router.get(path, (_request, response) => void response.type('json').send(document));
  }
  router.all(['/healthz', '/readyz', '/metrics', ...Object.keys(documents)], allowOnly('GET', 'HEAD'));
  return router;
}
