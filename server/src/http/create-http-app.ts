import type { ClientConfig } from '@cruddur/shared';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { setImmediate } from 'node:timers/promises';
import type { PictureCache } from '../domain/avatars/picture-cache.ts';
import type { ReceiveUpload } from '../domain/avatars/receive-upload.ts';
import type { TestClock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import type { Logger } from '../domain/logger.ts';
import { createAvatarRoutes } from './avatars.ts';
import { createClientPageRoutes, type PageRendering } from './client-pages.ts';
import { allowOrigins } from './cors.ts';
import { createErrorHandler, type IsUnavailable } from './error-handler.ts';
import { createHealthRoutes, type Readiness } from './health.ts';
import { escapeMalformedPaths } from './escape-malformed-paths.ts';
import type { PublishedMetrics } from './metrics.ts';
import type { MetricsAccess } from './metrics-access.ts';
import { identifyRequest, observeRequests } from './observe-requests.ts';
import { createContractRoutes, type RouteDeps } from './contract-routes.ts';
import { securityHeaders } from './security-headers.ts';
import { setTestDateHeader, createTestClockRoute } from './test-clock.ts';

export interface HttpSettings {
  /** Origins besides the site's own that may read answers. */
  allowedOrigins: readonly string[];
  /** Origins besides its own that the page connects to. */
  connectOrigins: readonly string[];
  /** Express's `trust proxy`. */
  trustProxy: boolean | number | string;
  /** Whether the public origin is https. */
  secure: boolean;
  metricsAccess: MetricsAccess;
  clientDir: string;
  clientConfig: Partial<ClientConfig>;
}

export interface HttpDeps extends RouteDeps {
  settings: HttpSettings;
  logger: Logger;
  metrics: PublishedMetrics;
  readiness: () => Promise<Readiness>;
  isUnavailable: IsUnavailable;
  pictureCache: PictureCache;
  pages: PageRendering;
  /** Set with the local avatar storage. */
  receiveUpload?: ReceiveUpload | undefined;
  /** Set with the local user pool. */
  localPoolRouter?: Router | undefined;
  /** Set in tests. */
  testClock?: TestClock | undefined;
}

/** The HTTP API. The order of the middleware is the order in which a request passes it. */
export function createHttpApp(deps: HttpDeps): Express {
  const { settings, useCases, limiter, logger, metrics } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', 'simple');
  // Clients treat only 200 as success, so no answer may become a 304.
  app.set('etag', false);

  app.use(identifyRequest({ isProxied: settings.trustProxy !== false && settings.trustProxy !== 0 }));
  app.use(observeRequests(logger, metrics));
  app.use(securityHeaders(settings));
  if (deps.testClock)
    app.use(setTestDateHeader(deps.testClock)).use('/local', createTestClockRoute(deps.testClock));
  if (deps.localPoolRouter) app.use('/local', deps.localPoolRouter);
  app.use('/local', refuseNotFound);
  app.use(escapeMalformedPaths);
  app.use(allowOrigins(settings.allowedOrigins));
  app.use(setNoStore);
  app.use(expectCaller);
  // Before the routers of Express, which match their paths one after the other for each call.
  app.use(createContractRoutes(deps));
  app.use(createHealthRoutes(deps));
  app.use('/avatars', createAvatarRoutes(deps));
  app.use(['/api', '/avatars'], refuseNotFound);
  app.use(createClientPageRoutes({ ...deps.pages, settings, useCases, limiter, logger }));
  app.use(refuseNotFound);
  app.use(createErrorHandler(logger, deps.isUnavailable));
  return app;
}

/**
 * A gateway that stood still then reads calls that their callers have given up. A repeat at another gateway may have been answered
 * since, so they must not change anything any more.
 */
const expectCaller: RequestHandler = async ({ method, socket }, _response, next) => {
  if (method === 'GET' || method === 'HEAD') {
    next();
    return;
  }
  // The end of a connection is read in the turn of the event loop after its last bytes.
  await setImmediate();
  await setImmediate();
  if (socket.readableEnded || socket.destroyed) socket.destroy();
  else next();
};

/** One expression instead of mounted paths, for which Express rewrites the address of each call, and then parses it again. */
const NEVER_STORED = /^\/(api|avatars\/key_upload|healthz|readyz|metrics)(\/|$)/i;

const setNoStore: RequestHandler = (request, response, next) => {
  if (NEVER_STORED.test(request.path)) response.setHeader('Cache-Control', 'no-store');
  next();
};

const refuseNotFound: RequestHandler = () => {
  throw new Refusal('generic_404');
};
