import type { Server } from 'node:http';
import type { Express } from 'express';
import { isProxied } from '../config/combinations.ts';
import type { Config } from '../config/config.ts';
import { createReplayOperation } from '../domain/operations/create-replay.ts';
import { createUseCases } from '../domain/use-cases.ts';
import type { EraseAccount } from '../domain/users/erase-account.ts';
import { createGateway } from '../gateway/create-gateway.ts';
import type { Gateway } from '../gateway/serve-sockets.ts';
import type { PageRendering } from '../http/client-pages.ts';
import { createHttpApp } from '../http/create-http-app.ts';
import { createHttpServer, limitServer } from '../http/create-http-server.ts';
import type { Limiter } from '../http/rate-limits.ts';
import { isUnavailable } from '../repositories/store-failures.ts';
import { buildClientConfig } from './build-client-config.ts';
import { createReadiness, probeWrites } from './readiness.ts';
import { warnAboutProxy } from './warnings.ts';
import { connectOrigins, isOriginAllowed, networkOfRequest } from './web-origins.ts';
import type { WiredAvatars } from './wire-avatars.ts';
import type { Base } from './wire-base.ts';
import type { WiredIdentity } from './wire-identity.ts';
import type { WiredPush } from './wire-push.ts';
import type { WiredReports } from './wire-reports.ts';
import type { WiredRevocations } from './wire-revocations.ts';
import type { WiredSessions } from './wire-sessions.ts';
import type { WiredStreams } from './wire-streams.ts';

export interface ServerParts extends Base, WiredStreams, WiredRevocations, WiredSessions {
  identity: WiredIdentity;
  eraseAccount: EraseAccount;
  avatars: WiredAvatars;
  limiter: Limiter;
  reports: WiredReports;
  push: WiredPush;
  pages: PageRendering;
  clientDir: string;
  publicUrl: () => string;
  /** True once this gateway stops. */
  isDraining: () => boolean;
}

/** The HTTP server with the API, the pages and the sockets. */
export function wireServer(config: Config, parts: ServerParts): { server: Server; gateway: Gateway } {
  const http = wireHttpApp(config, parts);
  const server = createHttpServer(http);
  warnAboutProxy(server, { trustProxy: config.web.trustProxy, logger: parts.logger });
  const gateway = wireGateway(config, server, { ...parts, http });
  limitServer(server);
  return { server, gateway };
}

function wireHttpApp(config: Config, parts: ServerParts): Express {
  const { ports, audit, identity, endSignIns, eraseAccount, avatars, push, vitalDb, store, storeClock } =
    parts;
  const { web, limits } = config;
  return createHttpApp({
    ...parts,
    useCases: createUseCases(
      ports,
      { endSignIns, eraseAccount, identity: identity.provider, audit },
      {
        uploads: avatars.requestPorts,
        reports: parts.reports,
        limitsStarts: limits.rateLimits,
        listed: parts,
        endProviderSessions: identity.endProviderSessions,
        push: push.ports,
      },
    ),
    replayOperation: createReplayOperation(ports),
    settings: {
      allowedOrigins: web.allowedOrigins,
      connectOrigins: connectOrigins(config),
      trustProxy: web.trustProxy,
      metricsAccess: { token: web.metricsToken, isOpenLocally: web.isForThisMachine },
      secure: web.publicUrl?.startsWith('https:') ?? false,
      clientDir: parts.clientDir,
      clientConfig: buildClientConfig(config),
    },
    readiness: createReadiness({
      ...parts,
      db: vitalDb,
      isPaused: () => store.readPause().isPaused,
      isClockWrong: () => storeClock.isWrong(),
      probeWrites: () =>
        probeWrites(
          vitalDb,
          parts.clock,
          config.store.kind === 'embedded' ? config.store.dataDir : undefined,
        ),
    }),
    isUnavailable,
    pictureCache: avatars.pictureCache,
    receiveUpload: avatars.receiveUpload,
    localPoolRouter: identity.router,
  });
}

function wireGateway(
  { web, limits }: Config,
  server: Server,
  { http, ...parts }: ServerParts & { http: Express },
): Gateway {
  const { ports, publicUrl } = parts;
  return createGateway(server, {
    ...parts,
    identity: parts.identity.provider,
    findOtherMembers: (group, sub) => ports.messages.findOtherMembers(group, sub),
    findPrivacySettings: (sub) => ports.privacy.find(sub),
    noteVisible: parts.push.dispatcher.noteVisible,
    random: Math.random,
    settings: {
      isOriginAllowed: (origin) => isOriginAllowed(origin, { allowed: web.allowedOrigins, own: publicUrl() }),
      addressOf: networkOfRequest(http),
      isProxied: isProxied(web),
      maxPerPerson: limits.socketsPerPerson,
      maxPerAddress: limits.socketsPerAddress,
    },
  });
}
