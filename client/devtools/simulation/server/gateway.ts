import type { MachinesReport } from '@cruddur/shared';
import type { Random } from '../random.ts';
import { createFailureLog } from '../../../../server/src/domain/failure-log.ts';
import type { Logger } from '../../../../server/src/domain/logger.ts';
import { createServerMachineCounters } from '../../../../server/src/domain/machines/server-machine-counters.ts';
import { createReplayOperation } from '../../../../server/src/domain/operations/create-replay.ts';
import type { Ports } from '../../../../server/src/domain/ports.ts';
import { createAuthenticateToken } from '../../../../server/src/domain/sessions/authenticate-token.ts';
import { createEndSignIns } from '../../../../server/src/domain/sessions/end-session.ts';
import { createRevocations } from '../../../../server/src/domain/sessions/revocations.ts';
import { createSessionChecks } from '../../../../server/src/domain/sessions/session-checks.ts';
import { createUseCases } from '../../../../server/src/domain/use-cases.ts';
import { createPersonCache } from '../../../../server/src/domain/users/person-cache.ts';
import { serveSockets } from '../../../../server/src/gateway/serve-sockets.ts';
import { createCountsPublisher } from '../../../../server/src/streams/counts-publisher.ts';
import { createDeliver, createStreamReaders } from '../../../../server/src/streams/stream-readers.ts';
import { runEvery } from '../../../../server/src/wiring/run-every.ts';
import type { Broker } from '../network/bus.ts';
import type { Endpoint, Network } from '../network/network.ts';
import { createSocketServer } from '../network/socket-server.ts';
import type { StoreModel } from '../store/store-model.ts';
import { unmodelled } from '../store/unmodelled.ts';
import { clockOf, timersOf } from '../world/host-ports.ts';
import type { Host } from '../world/host.ts';
import type { World } from '../world/world.ts';
import type { FaultRates } from '../network/fault-rates.ts';
import { createHttpHandler, type SimulatedRequest, type SimulatedResponse } from './http-exchange.ts';
import { createIdentity } from './identity.ts';
import { createModelPorts } from './model-ports.ts';
import { createStoreAccess } from './store-access.ts';
import { createHash } from 'node:crypto';

/** Of one gateway. */
export interface SocketLimits {
  maxPerPerson: number;
  maxPerAddress: number;
}

export interface GatewayParts {
  world: World;
  random: Random;
  faults: FaultRates;
  network: Network;
  broker: Broker;
  model: StoreModel;
  storeHost: Host;
  limits: SocketLimits;
  onFault: (name: string) => void;
  /** Called with a transition that the tables of the server's machines do not have. */
  onUnknownMove: (move: string) => void;
}

/** One start of a gateway. */
export interface SimulatedGateway extends Endpoint {
  handle(request: SimulatedRequest): Promise<SimulatedResponse>;
  drain(inMs: number): Promise<void>;
  countSockets(): number;
  /** The states of its machines, counted. */
  report: () => MachinesReport;
}

const SECOND = 1000;
const DAY_MS = 86_400_000;

const silent = () => undefined;
const logger: Logger = { debug: silent, info: silent, warn: silent, error: silent };

/** The server's own parts on the ports of the world, as server/src/app.ts puts them together. */
export function startGateway(host: Host, parts: GatewayParts): SimulatedGateway {
  const { world, model, broker } = parts;
  const timers = timersOf(world, host);
  const clock = clockOf(world, host);
  const random = parts.random.fork();
  const access = createStoreAccess({ ...parts, random, store: parts.storeHost, gateway: host });
  const bus = broker.connect(host, timers);
  const failures = createFailureLog(logger);
  const machines = createServerMachineCounters(host.name, clock, parts.onUnknownMove);
  const { store, reads, log, revocationLog, readCounts } = createModelPorts({ model, access, clock, world });
  const readers = createStreamReaders({ log, timers, clock, logger, machines, bus });
  const deliver = createDeliver({ readers, bus });
  const counts = createCountsPublisher(readCounts, { readers, bus, timers, clock, logger });
  const ports: Ports = unmodelled<Ports>('ports', {
    ...reads,
    log: { ...log, readPage: (...request) => readers.readLatest(...request) },
    clock,
    store,
    deliver,
    refreshCounts: counts.refreshCounts,
  });

  const revocations = createRevocations({
    log: revocationLog,
    clock,
    monotonicMs: () => world.now(),
    retentionMs: DAY_MS,
    sha256: (data) => createHash('sha256').update(data).digest(),
  });
  const endSignIns = createEndSignIns({ revocationLog, revocations });
  const identity = createIdentity(clock);
  const checks = createSessionChecks({
    identity,
    endSignIns,
    clock,
    logger,
    runAfter: (ms, run) => timers.after(ms, run),
    random: () => random.next(),
  });
  const uses = { noteUse: silent };
  const { findOrCreatePerson, evict, evictAll } = createPersonCache({
    clock,
    store,
    people: reads.people,
    identity,
  });
  revocations.onRevoked((_isRevoked, sub) => {
    if (sub === null) evictAll();
    else evict(sub);
  });
  const authenticateToken = createAuthenticateToken({
    identity,
    revocations,
    checks,
    uses,
    findOrCreatePerson,
    people: reads.people,
  });
  const sockets = createSocketServer(host, timers);
  const gateway = serveSockets(
    sockets,
    {
      ...{ authenticateToken, identity, revocations, checks, uses, readers, bus, counts, clock, timers },
      ...{ logger, machines },
      findOtherMembers: (group, sub) => reads.messages.findOtherMembers(group, sub),
      findPrivacySettings: () =>
        Promise.resolve({ read_receipts: true, typing: true, presence: true, messages_from: 'everyone' }),
      noteVisible: silent,
      random: () => random.next(),
    },
    { ...parts.limits, addressOf: () => '192.0.2.1', requestIdOf: () => 'request' },
  );
  const handle = createHttpHandler({
    clock,
    useCases: createUseCases(
      ports,
      { endSignIns, identity, eraseAccount: unmodelled('eraseAccount') },
      {
        uploads: unmodelled('uploads'),
        reports: unmodelled('reports'),
        limitsStarts: false,
        listed: unmodelled('listed'),
        endProviderSessions: () => Promise.resolve(),
        push: unmodelled('push'),
      },
    ),
    replayOperation: createReplayOperation(ports),
    authenticateToken,
    limiter: unmodelled('limiter', {
      consumeByAddress: () => Promise.resolve(),
      consumeByPerson: () => Promise.resolve(),
    }),
  });
  runEvery({ name: 'revocations', everyMs: SECOND, run: () => revocations.refresh() }, { timers, failures });
  let isReady = false;
  let isDraining = false;
  void Promise.all([revocations.refresh(), readers.refreshHeads()]).then(
    () => (isReady = true),
    () => (isReady = true),
  );
  return {
    host,
    handle,
    accept: sockets.accept,
    isReady: () => isReady && !isDraining,
    countSockets: () => gateway.count(),
    report: () => machines.report(),
    drain(inMs) {
      isDraining = true;
      return gateway.drain(inMs);
    },
  };
}
