import { randomUUID } from 'node:crypto';
import { createInProcessBus } from './bus/in-process.ts';
import { createRedisBus } from './bus/redis.ts';
import { buildClientConfig } from './build-client-config.ts';
import { openStoreClock } from './wiring/store-clock.ts';
import { wireAudit } from './wiring/wire-audit.ts';
import { wireAvatars } from './wiring/wire-avatars.ts';
import { closeApp } from './wiring/close-app.ts';
import { startBackgroundJobs } from './wiring/background-jobs.ts';
import { countRefusedUploads } from './wiring/count-refusals.ts';
import { wireIdentity } from './wiring/wire-identity.ts';
import { wireLimiter } from './wiring/wire-limiter.ts';
import { wirePages } from './wiring/wire-pages.ts';
import { wirePush } from './wiring/wire-push.ts';
import { wireReports } from './wiring/wire-reports.ts';
import { wireRevocations } from './wiring/wire-revocations.ts';
import { signInLifeMs } from './wiring/revocation-retention.ts';
import { wireSessions } from './wiring/wire-sessions.ts';
import { listen, type Listening } from './wiring/listen.ts';
import { probeWrites } from './wiring/probe-writes.ts';
import { publishMetrics } from './wiring/publish-metrics.ts';
import { createReadiness } from './wiring/readiness.ts';
import { warnAboutProxy } from './wiring/warn-about-proxy.ts';
import { findConfigWarnings } from './wiring/config-warnings.ts';
import { connectOrigins, isOriginAllowed, networkOfRequest } from './wiring/web-origins.ts';
import type { Config } from './config/config.ts';
import { isProxied } from './config/combinations.ts';
import { createTestClock, type Clock } from './domain/clock.ts';
import { createFailureLog } from './domain/failure-log.ts';
import { createServerMachineCounters } from './domain/machines/server-machine-counters.ts';
import { createReadMarkPublisher } from './domain/messages/read-mark-publisher.ts';
import { createOperator, type Operator } from './domain/moderation/create-operator.ts';
import { liftDueSuspensions } from './domain/moderation/suspend-person.ts';
import { createReplayOperation } from './domain/operations/create-replay.ts';
import type { Ports } from './domain/ports.ts';
import { createUseCases } from './domain/use-cases.ts';
import { createEraseAccount } from './domain/users/erase-account.ts';
import { finishErasures } from './domain/users/finish-erasures.ts';
import { createHttpApp } from './http/create-http-app.ts';
import { createHttpServer } from './http/create-http-server.ts';
import { limitServer } from './http/limit-server.ts';
import { createMetrics } from './http/metrics.ts';
import type { Logger } from './logger.ts';
import { createCountsPublisher } from './streams/counts-publisher.ts';
import { withFeedPages } from './streams/feed-pages/feed-pages.ts';
import { createGateway } from './gateway/create-gateway.ts';
import { createDeliver, createStreamReaders } from './streams/stream-readers.ts';
import { systemTimers as timers } from './domain/timers.ts';
import { createCountsReads } from './repositories/counts.ts';
import { isUnavailable } from './repositories/store-failures.ts';
import { createStreamLog } from './repositories/log.ts';
import { createStoreReads } from './repositories/reads.ts';
import { createSessionUseWrites } from './repositories/sessions.ts';
import { createStore } from './repositories/store.ts';
import { readStoreIdentity } from './repositories/store-identity.ts';
import type { PushNetwork } from './push/send-push.ts';
import type { OpenedStore } from './store/opened-store.ts';

export interface App {
  /** Starts to listen. @returns the public address of the site */
  listen(): Promise<{ url: string; port: number }>;
  /** Carries out the commands of operators. */
  operate: Operator;
  /** Sends `drain` to all tabs, waits up to `drainMs` until they have left, and closes everything but the store. */
  close(drainMs?: number): Promise<void>;
}

export interface AppEnvironment {
  store: OpenedStore;
  logger: Logger;
  /** The folder of the built client. */
  clientDir: string;
  /** How push services are reached: only tests have another way. */
  pushNetwork?: PushNetwork;
  /** This machine's clock: only tests have another one. */
  system?: Clock;
}

/** The composition root: the only file that imports every part. */
export async function createApp(
  config: Config,
  { store, logger, clientDir, pushNetwork, system }: AppEnvironment,
): Promise<App> {
  const { db, writeDb, vitalDb } = store;
  for (const warning of findConfigWarnings(config)) logger.warn({}, warning);
  const monotonicMs = () => performance.now();
  const storeClock = await openStoreClock(store, { monotonicMs, logger, system });
  const testClock = config.clock === 'test' ? createTestClock(storeClock) : undefined;
  const clock = testClock ?? storeClock;
  const storeIdentity = await readStoreIdentity(db);
  const metrics = createMetrics();
  const failures = createFailureLog(logger);
  const audit = wireAudit(logger, metrics);
  const machines = createServerMachineCounters(randomUUID(), clock, (move) =>
    logger.error({ move }, 'a transition that the tables do not have'),
  );
  let draining = false;

  const bus = config.redis
    ? createRedisBus({
        urls: config.redis.urls,
        storeId: storeIdentity.id,
        key: Buffer.from(storeIdentity.key, 'base64'),
        logger,
        metrics,
      })
    : createInProcessBus();
  const { feedPages: feedPageReads, ...reads } = createStoreReads(db, clock, metrics);
  const vitalLog = createStreamLog(vitalDb, clock);
  const readers = createStreamReaders({
    log: { ...reads.log, readHeads: (streams) => vitalLog.readHeads(streams) },
    timers,
    clock,
    logger,
    machines,
    metrics,
    bus,
  });
  const deliver = createDeliver({ readers, bus });
  const counts = createCountsPublisher(createCountsReads(db), { readers, bus, timers, clock, logger });
  const writes = createStore(db, clock, { writeDb, metrics, failures });
  const readMarks = createReadMarkPublisher({ store: writes, deliver, timers, failures });
  const ports: Ports = {
    ...reads,
    log: { ...reads.log, readPage: (...request) => readers.readLatest(...request) },
    activities: withFeedPages(reads.activities, { reads: feedPageReads, readers, clock, timers }),
    clock,
    store: writes,
    deliver,
    refreshCounts: counts.refreshCounts,
    publishReadMark: readMarks.publishReadMark,
    readMachinesReport: config.machinesServer ? machines.report : null,
  };

  const { revocations, endSignIns, retentionMs } = await wireRevocations(config.identity, {
    store,
    clock,
    monotonicMs,
  });
  const limits = wireLimiter(config, { bus, logger, metrics });
  const { limiter } = limits;

  let url = '';
  const publicUrl = () => config.web.publicUrl ?? url;
  const avatars = await wireAvatars(config.avatars, {
    db,
    clock,
    deliver,
    failures,
    publicUrl,
    secret: storeIdentity.key,
  });
  const eraseAccount = createEraseAccount({
    ...ports,
    uploads: avatars.uploads,
    storage: avatars.storage,
    deleteProviderUser: (sub) => identity.deleteProviderUser(sub),
  });
  const identity = await wireIdentity(config.identity, {
    store,
    clock,
    logger,
    failures,
    metrics,
    audit,
    rateLimits: config.limits.rateLimits,
    endSignIns,
    eraseAccount,
    publicUrl: config.web.publicUrl,
    limit: (address) => limiter.consumeByAddress(address, 'public'),
  });
  const { authenticateToken, checks, uses } = wireSessions(ports, {
    identity: identity.provider,
    revocations,
    endSignIns,
    useWrites: createSessionUseWrites(db),
    pictureCache: avatars.pictureCache,
    timers,
    logger,
    audit,
  });

  const reports = wireReports({
    storeKey: storeIdentity.key,
    operatorEmail: config.operatorEmail,
    sendNotice: identity.sendNotice,
    clock,
    db,
  });
  const push = wirePush(config, {
    ...{ ports, db, storeKey: storeIdentity.key, revocations },
    ...{ timers, metrics, failures, network: pushNetwork },
  });
  const pages = wirePages({ clientDir, readers, log: vitalLog, clock, timers, publicUrl });
  const http = createHttpApp({
    useCases: createUseCases(
      ports,
      { endSignIns, eraseAccount, identity: identity.provider, audit },
      {
        uploads: avatars.requestPorts,
        reports,
        limitsStarts: config.limits.rateLimits,
        listed: { revocations, uses, signInLifeMs: signInLifeMs(config.identity) },
        endProviderSessions: identity.endProviderSessions,
        push: push.ports,
      },
    ),
    replayOperation: createReplayOperation(ports),
    authenticateToken,
    limiter,
    settings: {
      allowedOrigins: config.web.allowedOrigins,
      connectOrigins: connectOrigins(config),
      trustProxy: config.web.trustProxy,
      metricsAccess: { token: config.web.metricsToken, isOpenLocally: config.web.isForThisMachine },
      secure: config.web.publicUrl?.startsWith('https:') ?? false,
      clientDir,
      clientConfig: buildClientConfig(config),
    },
    logger,
    metrics,
    readiness: createReadiness({
      db: vitalDb,
      bus,
      revocations,
      monotonicMs,
      isDraining: () => draining,
      isPaused: () => store.readPause().isPaused,
      isClockWrong: () => storeClock.isWrong(),
      probeWrites: () => probeWrites(vitalDb, clock, embeddedDir(config)),
    }),
    isUnavailable,
    pictureCache: avatars.pictureCache,
    pages,
    receiveUpload: avatars.receiveUpload && countRefusedUploads(avatars.receiveUpload, metrics),
    localPoolRouter: identity.router,
    testClock,
  });
  const server = createHttpServer(http);
  warnAboutProxy(server, { trustProxy: config.web.trustProxy, logger });
  const gateway = createGateway(server, {
    authenticateToken,
    identity: identity.provider,
    revocations,
    checks,
    uses,
    readers,
    bus,
    counts,
    clock,
    timers,
    logger,
    machines,
    findOtherMembers: (group, sub) => reads.messages.findOtherMembers(group, sub),
    findPrivacySettings: (sub) => reads.privacy.find(sub),
    noteVisible: push.dispatcher.noteVisible,
    random: Math.random,
    settings: {
      isOriginAllowed: (origin) =>
        isOriginAllowed(origin, { allowed: config.web.allowedOrigins, own: publicUrl() }),
      addressOf: networkOfRequest(http),
      isProxied: isProxied(config.web),
      maxPerPerson: config.limits.socketsPerPerson,
      maxPerAddress: config.limits.socketsPerAddress,
    },
  });
  limitServer(server);
  publishMetrics(metrics, {
    store,
    clock,
    storeClock,
    readers,
    revocations,
    checks,
    failures,
    machines,
    gateway,
  });
  await readers.refreshHeads();
  const stopBackgroundJobs = startBackgroundJobs({
    ...{ db, clock, storeClock, failures, timers, machines, metrics },
    ...{ revocations, checks, uses },
    processUploads: avatars.processUploads,
    liftSuspensions: () => liftDueSuspensions(ports),
    announceReports: reports.announce,
    sendPushes: () => push.dispatcher.sendDue(),
    dropShownPushes: () => push.dispatcher.dropShown((sub) => gateway.hasVisibleTab(sub)),
    finishErasures: () => finishErasures(ports, eraseAccount),
    sweepPool: identity.deleteExpired,
    revocationRetentionMs: retentionMs,
    signInLifeMs: signInLifeMs(config.identity),
    embedded: store.kind === 'embedded',
  });

  let listening: Listening | undefined;
  return {
    operate: createOperator({ ...ports, sealer: reports.sealer, revocations }),
    async listen() {
      listening = await listen(server, config.listen);
      url = `http://localhost:${listening.port}`;
      return { url: publicUrl(), port: listening.port };
    },
    close(drainMs = 0) {
      draining = true;
      const others = [push, avatars.processUploads, pages, counts, readMarks, readers, bus, identity, limits];
      return closeApp({ gateway, stopBackgroundJobs, checks, listening, server, others }, drainMs);
    },
  };
}

const embeddedDir = ({ store }: Config) => (store.kind === 'embedded' ? store.dataDir : undefined);
