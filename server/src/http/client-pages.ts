import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageUrls, type ClientConfig, type PageRenderer } from '@cruddur/shared';
import compression from 'compression';
import { Router } from 'express';
import staticGzip from 'express-static-gzip';
import type { Clock } from '../domain/clock.ts';
import type { Logger } from '../domain/logger.ts';
import type { PageUseCases } from './pages/page-content.ts';
import { authPageUrls } from './pages/match-page.ts';
import { createPageTemplate } from './pages/page-template.ts';
import { renderPreloadLinks, type Manifest } from './pages/preload-links.ts';
import { createSitePageHandler } from './pages/site-page-handler.ts';
import type { Limiter } from './rate-limits.ts';
import type { SecuritySettings } from './security-headers.ts';

/** What pages are rendered with. */
export interface PageRendering {
  /** Null when the build has none: then browsers render all pages. */
  renderer: PageRenderer | null;
  clock: Clock;
  /** The public origin of the site. */
  publicUrl: () => string;
}

export interface ClientPagesDeps extends PageRendering {
  settings: SecuritySettings & {
    /** The folder of the built client. */
    clientDir: string;
    clientConfig: Partial<ClientConfig>;
  };
  useCases: PageUseCases;
  limiter: Limiter;
  logger: Logger;
}

const NOT_BUILT = 'The API is here, the pages are not: the client has not been built. Run `npm run build`.\n';

/** The built client: files with a hash in their name are immutable, and its one page answers every other address. */
export function createClientPageRoutes(deps: ClientPagesDeps): Router {
  const router = Router();
  const { clientDir, clientConfig } = deps.settings;
  const index = join(clientDir, 'index.html');
  if (!existsSync(index)) {
    return router.get(/.*/, (_request, response) => void response.status(404).type('text').send(NOT_BUILT));
  }
  const cacheForever = { immutable: true, maxAge: '1y' } as const;
  router.use('/static', serveFiles(join(clientDir, 'static'), { ...cacheForever, setHeaders: varyByOrigin }));
  // A missing chunk must fail as a file; a page in its place would be parsed as a script.
  router.use('/static', (_request, response) => void response.status(404).type('text').send('Not found\n'));
  // The template of all pages is no page itself.
  router.get('/index.html', (_request, response) => response.redirect(308, pageUrls.home));
  router.use(serveFiles(clientDir, { redirect: false, cacheControl: false, setHeaders }));
  const template = createPageTemplate(
    readFileSync(index, 'utf8'),
    clientConfig,
    deps.renderer?.loadingShell ?? '',
  );
  const manifest = readManifest(clientDir);
  const page = createSitePageHandler({
    ...deps,
    template,
    preloadsOf: (screenModule) => renderPreloadLinks(manifest, screenModule),
  });
  // A form that was submitted before its script had loaded. Its fields are not read, and are in no address.
  router.post(authPageUrls, (request, response) => response.redirect(303, request.originalUrl));
  return router.get(/.*/, compression(), page);
}

/** Static files, in the build's compressed form where the browser accepts it. */
function serveFiles(folder: string, serveStatic: ServeStaticOptions) {
  return staticGzip(folder, { enableBrotli: true, orderPreference: ['br', 'gz'], index: false, serveStatic });
}

type ServeStaticOptions = NonNullable<NonNullable<Parameters<typeof staticGzip>[1]>['serveStatic']>;
type SetHeaders = ServeStaticOptions['setHeaders'];

/** express-static-gzip overwrites `Vary`, so `Origin` is added to it again. */
const varyByOrigin: SetHeaders = (response) => void response.appendHeader('Vary', 'Origin');

const setHeaders: SetHeaders = (response) => {
  varyByOrigin(response, '', undefined);
  response.setHeader('Cache-Control', 'no-cache');
};

function readManifest(clientDir: string): Manifest {
  const file = join(clientDir, '.vite/manifest.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
}
