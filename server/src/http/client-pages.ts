import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from '@cruddur/shared';
import express, { Router, type RequestHandler } from 'express';
import { withClientConfig } from './index-html.ts';
import { pageStatus, type PageUseCases } from './page-status.ts';
import type { Limiter } from './rate-limits.ts';

export interface ClientPagesDeps {
  /** Where the built client lies. */
  clientDir: string;
  clientConfig: Partial<ClientConfig>;
  useCases: PageUseCases;
  limiter: Limiter;
}

const NOT_BUILT = 'The API is here, the pages are not: the client has not been built. Run `npm run build`.\n';

/** The built client: files with a hash in their name for ever, and its one page under every address of a screen. */
export function clientPages(deps: ClientPagesDeps): Router {
  const router = Router();
  const index = join(deps.clientDir, 'index.html');
  if (!existsSync(index)) {
    return router.get(/.*/, (_request, response) => void response.status(404).type('text').send(NOT_BUILT));
  }
  const html = withClientConfig(readFileSync(index, 'utf8'), deps.clientConfig);
  router.use('/static', express.static(join(deps.clientDir, 'static'), { immutable: true, maxAge: '1y' }));
  // A missing chunk must fail as a file, not arrive as a page.
  router.use('/static', (_request, response) => void response.status(404).type('text').send('Not found\n'));
  router.use(
    express.static(deps.clientDir, { index: false, redirect: false, cacheControl: false, setHeaders }),
  );
  router.get(/.*/, page(html, deps));
  return router;
}

const setHeaders = (response: { setHeader(name: string, value: string): unknown }) =>
  void response.setHeader('Cache-Control', 'no-cache');

function page(html: string, { useCases, limiter }: ClientPagesDeps): RequestHandler {
  return async (request, response) => {
    response.locals.route = 'page';
    await limiter.byAddress(request.ip ?? '', 'read');
    const status = await pageStatus(useCases, decodeURIComponent(request.path));
    response.status(status).set('Cache-Control', 'no-cache').type('html').send(html);
  };
}
