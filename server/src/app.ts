import { createServer } from 'node:http';
import { createInProcessBus } from './bus/in-process.ts';
import { createRedisBus } from './bus/redis.ts';
import { clientConfigOf } from './client-config-of.ts';
import { composeAvatars } from './compose/avatars.ts';
import { startChores } from './compose/chores.ts';
import { closeServer } from './compose/close-server.ts';
import { composeIdentity } from './compose/identity.ts';
import { connectLimiter } from './compose/limiter-redis.ts';
import { listen, type Listening } from './compose/listen.ts';
import { longestSignInMs } from './compose/longest-sign-in.ts';
import { loadPageMaker } from './compose/pages.ts';
import { createReadiness } from './compose/readiness.ts';
import { connectTo, isOriginAllowed, networkOfRequest } from './compose/web.ts';
import type { Config } from './config.ts';
import { createTestClock, systemClock } from './domain/clock.ts';
import { createServerTallies } from './domain/machines/server-tallies.ts';
import { createTellRead, type MakePace } from './domain/messages/tell-read.ts';
import { createReplay } from './domain/operations/create-replay.ts';
import type { Ports } from './domain/ports.ts';
import { createAdmit } from './domain/sessions/admit.ts';
import { createEndSignIns } from './domain/sessions/end-session.ts';
import { createRevocations } from './domain/sessions/revocations.ts';
import { createUseCases } from './domain/use-cases.ts';
import { createEraseAccount } from './domain/users/erase-account.ts';
import { finishErasures } from './domain/users/finish-erasures.ts';
import { createKnownPeople } from './domain/users/known-people.ts';
import { createHttpApp } from './http/create-http-app.ts';
import { limitServer, serverChecks } from './http/limit-server.ts';
import { createMetrics } from './http/metrics.ts';
import { createLimiter, unlimited } from './http/rate-limits.ts';
import type { Logger } from './logger.ts';
import { createCountsDesk } from './realtime/counts-desk.ts';
import { createGateway } from './realtime/create-gateway.ts';
import { createDeliver } from './realtime/deliver.ts';
import { createPace } from './realtime/pace.ts';
import { createStreamReaders } from './realtime/stream-readers.ts';
import { systemTimers } from './realtime/timers.ts';
import { createCountsReads } from './repositories/counts.ts';
import { isAway } from './repositories/failures.ts';
import { createReads } from './repositories/reads.ts';
import { createRevocationLog } from './repositories/revocations.ts';
import { createStore } from './repositories/store.ts';
import { readStoreIdentity } from './repositories/store-identity.ts';
import type { OpenedStore } from './store/opened-store.ts';

/** So long a stop waits for answers under way. */
const ANSWER_WITHIN_MS = 2000;

export interface App {
  /** Opens the doors. @returns where people find the site */
  listen(): Promise<{ url: string; port: number }>;
  /** Tells the tabs, lets them go after `drainMs`, and closes everything but the store. */
  close(drainMs?: number): Promise<void>;
}

export interface AppSurroundings {
  store: OpenedStore;
  logger: Logger;
  /** The folder of the built client. */
  clientDir: string;
}

/** The composition root: the only place that knows every part. */
export async function createApp(config: Config, { store, logger, clientDir }: AppSurroundings): Promise<App> {
  const { db } = store;
  const testClock = config.clock === 'test' ? createTestClock(systemClock) : undefined;
  const clock = testClock ?? systemClock;
  const timers = systemTimers;
  const monotonicMs = () => performance.now();
  const identityOfStore = await readStoreIdentity(db);
  const metrics = createMetrics();
  const machines = createServerTallies(clock, (move) =>
    logger.error({ move }, 'a move that the tables do not have'),
  );
  let draining = false;

  const bus = config.redis
    ? createRedisBus({
        urls: config.redis.urls,
        storeId: identityOfStore.id,
        key: Buffer.from(identityOfStore.key, 'base64'),
        logger,
      })
    : createInProcessBus();
  const reads = createReads(db, clock);
  const readers = createStreamReaders({ log: reads.log, timers, clock, logger, machines, bus });
  const deliver = createDeliver({ readers, bus });
  const counts = createCountsDesk({ countsOf: createCountsReads(db), readers, bus, timers, logger });
  const writes = createStore(db, clock);
  const makePace: MakePace = (everyMs, run) => createPace(timers, everyMs, run);
  const reading = createTellRead({ store: writes, deliver, makePace, logger });
  const ports: Ports = {
    ...{ ...reads, clock, store: writes, deliver },
    ...{ recount: counts.recount, tellRead: reading.tellRead },
    tellMachines: config.machinesServer ? machines.report : null,
  };

  const revocationLog = createRevocationLog(db, clock);
  const signInMs = longestSignInMs(config.identity);
  const revocations = createRevocations({ log: revocationLog, clock, monotonicMs, signInMs });
  await revocations.refresh();
  const endSignIns = createEndSignIns({ revocationLog, revocations });
  const { rateLimits } = config.limits;

  let url = '';
  const publicUrl = () => config.web.publicUrl ?? url;
  const avatars = await composeAvatars(config.avatars, {
    ...{ db, clock, deliver, logger, publicUrl },
    secret: identityOfStore.key,
  });
  const eraseAccount = createEraseAccount({
    ...{ ...ports, uploads: avatars.uploads, storage: avatars.storage },
    forgetEntry: (sub) => identity.forgetEntry(sub),
  });
  const identity = await composeIdentity(config.identity, {
    ...{ store, clock, logger, rateLimits, endSignIns, eraseAccount },
    publicUrl: config.web.publicUrl,
  });
  const { personOf, forget } = createKnownPeople({ ...ports, identity: identity.provider });
  // Who was erased at another gateway is looked up again here.
  revocations.onRevoked((_isOver, sub) => forget(sub));
  const admit = createAdmit({ ...ports, identity: identity.provider, revocations, personOf });

  const limiterRedis = config.redis && rateLimits ? connectLimiter(config.redis, logger) : undefined;
  const http = createHttpApp({
    useCases: createUseCases(
      ports,
      { endSignIns, eraseAccount, identity: identity.provider },
      avatars.requestPorts,
    ),
    replay: createReplay(ports),
    admit,
    limiter: rateLimits
      ? createLimiter(limiterRedis && { redis: limiterRedis, isWell: () => bus.healthy() })
      : unlimited,
    settings: {
      allowedOrigins: config.web.allowedOrigins,
      connectTo: connectTo(config),
      trustProxy: config.web.trustProxy,
      secure: config.web.publicUrl?.startsWith('https:') ?? false,
      clientDir,
      clientConfig: clientConfigOf(config),
    },
    logger,
    metrics,
    readiness: createReadiness({ db, bus, revocations, isDraining: () => draining }),
    isAway,
    avatars: avatars.storage,
    pages: { maker: await loadPageMaker(clientDir), clock, publicUrl },
    receiveUpload: avatars.receiveUpload,
    localPoolRouter: identity.router,
    testClock,
  });
  const server = limitServer(createServer(serverChecks, http));
  const gateway = createGateway(server, {
    ...{ admit, identity: identity.provider, revocations, readers, bus, counts, clock, timers, logger },
    machines,
    othersIn: (group, sub) => reads.messages.othersIn(group, sub),
    random: Math.random,
    settings: {
      isOriginAllowed: (origin) =>
        isOriginAllowed(origin, { allowed: config.web.allowedOrigins, own: publicUrl() }),
      addressOf: networkOfRequest(http),
      maxPerPerson: config.limits.socketsPerPerson,
      maxPerAddress: config.limits.socketsPerAddress,
    },
  });
  metrics.gauge('cruddur_sockets', 'Signed-in sockets', () => gateway.count());
  await readers.refreshHeads();
  const stopChores = startChores({
    ...{ db, clock, logger, timers, machines },
    revocations,
    processUploads: avatars.processUploads,
    finishErasures: () => finishErasures(ports, eraseAccount),
    signInMs,
    embedded: store.kind === 'embedded',
  });

  let listening: Listening | undefined;
  return {
    async listen() {
      listening = await listen(server, config.listen);
      url = `http://localhost:${listening.port}`;
      return { url: publicUrl(), port: listening.port };
    },
    async close(drainMs = 0) {
      draining = true;
      // Until the tabs have moved everything goes on as before, but for newcomers.
      await gateway.drain(drainMs);
      stopChores();
      listening?.close();
      await closeServer(server, ANSWER_WITHIN_MS);
      counts.close();
      reading.close();
      readers.close();
      await bus.close();
      limiterRedis?.disconnect();
    },
  };
}
