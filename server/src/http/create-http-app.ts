import type { ClientConfig } from '@cruddur/shared';
import express, { type Express, type RequestHandler, type Router } from 'express';
import type { ReceiveUpload } from '../domain/avatars/receive-upload.ts';
import type { TestClock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import type { Logger } from '../domain/logger.ts';
import type { AvatarStorage } from '../domain/ports.ts';
import { avatarRoutes } from './avatars.ts';
import { clientPages, type PageTools } from './client-pages.ts';
import { cors } from './cors.ts';
import { errorHandler, type IsAway } from './error-handler.ts';
import { healthRoutes, type Readiness } from './health.ts';
import { readMalformedPaths } from './malformed-paths.ts';
import type { Metrics } from './metrics.ts';
import { observe } from './observe.ts';
import { contractRoutes, type RouteDeps } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import { tellTestTime, testClockRoute } from './test-clock.ts';

export interface HttpSettings {
  /** Origins besides the site's own that may read answers. */
  allowedOrigins: readonly string[];
  /** Origins besides the page's own that it talks to. */
  connectTo: readonly string[];
  /** Express's `trust proxy`. */
  trustProxy: boolean | number | string;
  /** Whether people reach the site by https. */
  secure: boolean;
  clientDir: string;
  clientConfig: Partial<ClientConfig>;
}

export interface HttpDeps extends RouteDeps {
  settings: HttpSettings;
  logger: Logger;
  metrics: Metrics;
  readiness: () => Promise<Readiness>;
  isAway: IsAway;
  avatars: Pick<AvatarStorage, 'processed'>;
  pages: PageTools;
  /** With the local avatar storage. */
  receiveUpload?: ReceiveUpload | undefined;
  /** With the local user pool. */
  localPoolRouter?: Router | undefined;
  /** In tests. */
  testClock?: TestClock | undefined;
}

/** The HTTP door; its order is what a request meets. */
export function createHttpApp(deps: HttpDeps): Express {
  const { settings, useCases, limiter, logger, metrics } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', 'simple');
  // Only 200 is success to the clients of this API: no answer may become a 304.
  app.set('etag', false);

  app.use(observe(logger, metrics));
  app.use(securityHeaders(settings));
  if (deps.testClock) app.use(tellTestTime(deps.testClock)).use('/local', testClockRoute(deps.testClock));
  if (deps.localPoolRouter) app.use('/local', deps.localPoolRouter);
  app.use('/local', nothingHere);
  app.use(readMalformedPaths);
  app.use(cors(settings.allowedOrigins));
  app.use(['/api', '/avatars/key_upload', '/healthz', '/readyz', '/metrics'], neverCached);
  app.use(healthRoutes(deps.readiness, metrics));
  app.use(contractRoutes(deps));
  app.use('/avatars', avatarRoutes(deps));
  app.use(['/api', '/avatars'], nothingHere);
  app.use(clientPages({ ...deps.pages, settings, useCases, limiter, logger }));
  app.use(nothingHere);
  app.use(errorHandler(logger, deps.isAway));
  return app;
}

const neverCached: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

const nothingHere: RequestHandler = () => {
  throw new Refusal('generic_404');
};
