import { Router } from 'express';
import { asyncApiDocument } from './asyncapi.ts';
import type { Metrics } from './metrics.ts';
import { only } from './only.ts';
import { openApiDocument } from './openapi.ts';

export interface Readiness {
  /** Whether calls can be served at all. */
  ready: boolean;
  /** Which parts are away while the rest goes on. */
  degraded: string[];
}

/** What machines ask about this program: is it alive, can it serve, what does it count, how is it spoken to. */
export function healthRoutes(readiness: () => Promise<Readiness>, metrics: Metrics): Router {
  const router = Router();
  const documents = { '/api/openapi.json': openApiDocument(), '/api/asyncapi.json': asyncApiDocument() };
  router.get('/healthz', (_request, response) => void response.json({ alive: true }));
  router.get('/readyz', async (_request, response) => {
    const state = await readiness();
    response.status(state.ready ? 200 : 503).json(state);
  });
  router.get('/metrics', async (_request, response) => {
    const { contentType, body } = await metrics.text();
    response.type(contentType).send(body);
  });
  for (const [path, document] of Object.entries(documents)) {
    router.get(path, (_request, response) => void response.json(document));
  }
  router.all(['/healthz', '/readyz', '/metrics', ...Object.keys(documents)], only('GET', 'HEAD'));
  return router;
}
