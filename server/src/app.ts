import { wireAvatars } from './wiring/wire-avatars.ts';
import { closeApp } from './wiring/close-app.ts';
import { startBackgroundJobs } from './wiring/background-jobs.ts';
import { wireIdentity } from './wiring/wire-identity.ts';
import { wireLimiter } from './wiring/wire-limiter.ts';
import { wirePages } from './wiring/wire-pages.ts';
import { wirePush } from './wiring/wire-push.ts';
import { wireReports } from './wiring/wire-reports.ts';
import { wireRevocations } from './wiring/wire-revocations.ts';
import { wireSessions } from './wiring/wire-sessions.ts';
import { listen, type Listening } from './wiring/listen.ts';
import { publishMetrics } from './wiring/publish-metrics.ts';
import type { Config } from './config/config.ts';
import { createOperator, type Operator } from './domain/moderation/create-operator.ts';
import { liftDueSuspensions } from './domain/moderation/suspend-person.ts';
import { createEraseAccount, finishErasures } from './domain/users/erase-account.ts';
import type { PushNetwork } from './push/send-push.ts';
import { findConfigWarnings } from './wiring/warnings.ts';
import { type BaseEnvironment, wireBase } from './wiring/wire-base.ts';
import { wireServer } from './wiring/wire-server.ts';
import { wireStreams } from './wiring/wire-streams.ts';

export interface App {
  /** Starts to listen. @returns the public address of the site */
  listen(): Promise<{ url: string; port: number }>;
  /** Carries out the commands of operators. */
  operate: Operator;
  /** Sends `drain` to all tabs, waits up to `drainMs` until they have left, and closes everything but the store. */
  close(drainMs?: number): Promise<void>;
}

export interface AppEnvironment extends BaseEnvironment {
  /** The folder of the built client. */
  clientDir: string;
  /** How push services are reached: only tests have another way. */
  pushNetwork?: PushNetwork;
}

/** The composition root: connects all parts. */
export async function createApp(config: Config, environment: AppEnvironment): Promise<App> {
  const { store, logger, clientDir } = environment;
  for (const warning of findConfigWarnings(config)) logger.warn({}, warning);
  let url = '';
  let draining = false;
  const publicUrl = () => config.web.publicUrl ?? url;

  const base = await wireBase(config, environment);
  const streams = wireStreams(config, base);
  const { ports, readers, bus, counts, readMarks } = streams;
  const signIns = await wireRevocations(config.identity, base);
  const { revocations, endSignIns } = signIns;
  const limits = wireLimiter(config, { ...base, bus });
  const avatars = await wireAvatars(config.avatars, { ...base, deliver: ports.deliver, publicUrl });
  const { uploads, storage, pictureCache, processUploads } = avatars;
  const eraseAccount = createEraseAccount({
    ...{ ...ports, uploads, storage },
    deleteProviderUser: (sub) => identity.deleteProviderUser(sub),
  });
  const identity = await wireIdentity(config.identity, {
    ...{ ...base, endSignIns, eraseAccount },
    rateLimits: config.limits.rateLimits,
    publicUrl: config.web.publicUrl,
    limit: (address) => limits.limiter.consumeByAddress(address, 'public'),
  });
  const { provider, sendNotice } = identity;
  const sessions = wireSessions(ports, { ...base, ...signIns, identity: provider, pictureCache });
  const reports = wireReports({ ...base, operatorEmail: config.operatorEmail, sendNotice });
  const push = wirePush(config, { ...base, ports, revocations, network: environment.pushNetwork });
  const pages = wirePages({ ...base, clientDir, readers, log: streams.vitalLog, publicUrl });
  const parts = { ...base, ...streams, ...signIns, ...sessions, clientDir, publicUrl };
  const { server, gateway } = wireServer(config, {
    ...{ ...parts, identity, eraseAccount, avatars, reports, push, pages, limiter: limits.limiter },
    isDraining: () => draining,
  });
  publishMetrics(base.metrics, { ...parts, gateway });
  await readers.refreshHeads();
  const stopBackgroundJobs = startBackgroundJobs({
    ...{ ...parts, processUploads },
    liftSuspensions: () => liftDueSuspensions(ports),
    announceReports: reports.announce,
    sendPushes: () => push.dispatcher.sendDue(),
    dropShownPushes: () => push.dispatcher.dropShown((sub) => gateway.hasVisibleTab(sub)),
    finishErasures: () => finishErasures(ports, eraseAccount),
    sweepPool: identity.deleteExpired,
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
      const others = [push, processUploads, pages, counts, readMarks, readers, bus, identity, limits];
      return closeApp({ ...parts, gateway, stopBackgroundJobs, listening, server, others }, drainMs);
    },
  };
}
