import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageUrls, type ClientConfig, type PageRenderer } from '@cruddur/shared';
import { Router, type RequestHandler } from 'express';
import staticGzip from 'express-static-gzip';
import type { Clock } from '../domain/clock.ts';
import type { Logger } from '../domain/logger.ts';
import type { Timers } from '../domain/timers.ts';
import { createPageBuilder } from './pages/page-builder.ts';
import { createPageCache, type PublicEvents } from './pages/page-cache.ts';
import { loadPageContent, type PageUseCases } from './pages/page-content.ts';
import { createPageTemplate } from './pages/page-template.ts';
import { createSitePageHandler } from './pages/site-page-handler.ts';
import type { Limiter } from './rate-limits.ts';
import type { SecuritySettings } from './security-headers.ts';
import { authPageUrls, matchPage } from './pages/page-address.ts';

/** What pages are rendered with. */
export interface PageRendering {
  /** Null when the build has none: then browsers render all pages. */
  renderer: PageRenderer | null;
  /** Events that change the content of cached pages. */
  publicEvents: PublicEvents;
  clock: Clock;
  timers: Timers;
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
  const { clientDir } = deps.settings;
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
  const page = createPageHandler(deps, readFileSync(index, 'utf8'));
  // Pages come first, because a search for a file reads the disk.
  router.get(/.*/, (request, response, next) =>
    matchPage(request.path).kind === 'missing' ? next() : page(request, response, next),
  );
  router.use(serveFiles(clientDir, { redirect: false, cacheControl: false, setHeaders }));
  // A form that was submitted before its script had loaded. Its fields are not read, and are in no address.
  router.post(authPageUrls, (request, response) => response.redirect(303, request.originalUrl));
  return router.get(/.*/, page);
}

/** @param html the built page */
function createPageHandler(deps: ClientPagesDeps, html: string): RequestHandler {
  const { renderer, useCases, publicEvents, settings } = deps;
  const manifest = readManifest(settings.clientDir);
  const buildPage = createPageBuilder({
    ...deps,
    template: createPageTemplate(html, settings.clientConfig, renderer?.loadingShell ?? ''),
    preloadsOf: (screenModule) => renderPreloadLinks(manifest, screenModule),
  });
  const pages = createPageCache({
    ...deps,
    loadContent: ({ page }) => loadPageContent(useCases, page),
    buildPage,
    events: publicEvents,
  });
  return createSitePageHandler({ ...deps, pages });
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

/** The part of Vite's manifest that names the built files of a source file. */
type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>;

/** Preload links for a screen's module and its imports, without the files that the page loads anyway. */
function renderPreloadLinks(manifest: Manifest, screenModule: string | null): string {
  const known = new Set(
    Object.entries(manifest)
      .filter(([, { isEntry }]) => isEntry)
      .flatMap(([source]) => [...collectFiles(manifest, source)]),
  );
  const wanted =
    screenModule === null ? [] : [...collectFiles(manifest, screenModule)].filter((file) => !known.has(file));
  return wanted
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" />`)
    .join('\n    ');
}

function collectFiles(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, found);
  return found;
}
