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

/** What pages are made with. */
export interface PageRendering {
  /** Null when the build has none: then browsers make all pages. */
  renderer: PageRenderer | null;
  clock: Clock;
  /** The site as people reach it. */
  publicUrl: () => string;
}

export interface ClientPagesDeps extends PageRendering {
  settings: SecuritySettings & {
    /** Where the built client lies. */
    clientDir: string;
    clientConfig: Partial<ClientConfig>;
  };
  useCases: PageUseCases;
  limiter: Limiter;
  logger: Logger;
}

const NOT_BUILT = 'The API is here, the pages are not: the client has not been built. Run `npm run build`.\n';

/** The built client: files with a hash in their name for ever, and its one page under every address of a screen. */
export function createClientPageRoutes(deps: ClientPagesDeps): Router {
  const router = Router();
  const { clientDir, clientConfig } = deps.settings;
  const index = join(clientDir, 'index.html');
  if (!existsSync(index)) {
    return router.get(/.*/, (_request, response) => void response.status(404).type('text').send(NOT_BUILT));
  }
  const cacheForever = { immutable: true, maxAge: '1y' } as const;
  router.use('/static', files(join(clientDir, 'static'), { ...cacheForever, setHeaders: varyByOrigin }));
  // A missing chunk must fail as a file, not arrive as a page.
  router.use('/static', (_request, response) => void response.status(404).type('text').send('Not found\n'));
  // What pages are made from is none itself.
  router.get('/index.html', (_request, response) => response.redirect(308, pageUrls.home));
  router.use(files(clientDir, { redirect: false, cacheControl: false, setHeaders }));
  const template = createPageTemplate(
    readFileSync(index, 'utf8'),
    clientConfig,
    deps.renderer?.loadingShell ?? '',
  );
  const manifest = readManifest(clientDir);
  const page = createSitePageHandler({
    ...deps,
    template,
    preloadsOf: (code) => renderPreloadLinks(manifest, code),
  });
  // A form that was sent before its program was there: nobody looks at what it says, and nothing of it stays in an address.
  router.post(authPageUrls, (request, response) => response.redirect(303, request.originalUrl));
  return router.get(/.*/, compression(), page);
}

/** Files as the build has compressed them, where the browser takes that. */
function files(folder: string, serveStatic: ServeStaticOptions) {
  return staticGzip(folder, { enableBrotli: true, orderPreference: ['br', 'gz'], index: false, serveStatic });
}

type ServeStaticOptions = NonNullable<NonNullable<Parameters<typeof staticGzip>[1]>['serveStatic']>;
type SetHeaders = ServeStaticOptions['setHeaders'];

/** Said before already, but whoever chooses among compressed files says anew what an answer varies by. */
const varyByOrigin: SetHeaders = (response) => void response.appendHeader('Vary', 'Origin');

const setHeaders: SetHeaders = (response) => {
  varyByOrigin(response, '', undefined);
  response.setHeader('Cache-Control', 'no-cache');
};

function readManifest(clientDir: string): Manifest {
  const file = join(clientDir, '.vite/manifest.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
}
