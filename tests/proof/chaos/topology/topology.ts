import type { Socket } from 'node:net';
import { createCleanup } from '../../../support/cleanup.ts';
import { connectToFirst, createRoundRobin } from '../../../support/services/connect-to-first.ts';
import { createFaultProxy, connectToLoopback } from '../../../support/fault-proxy/fault-proxy.ts';
import { startChaosGateway, type ChaosGateway } from './gateway.ts';
import { startChaosPostgres, type ChaosPostgres } from './postgres.ts';
import { startRedisNode, type RedisNode } from './redis.ts';

/** Where callers and tabs connect. */
export interface EntryPoint {
  origin: string;
  /** The gateway; null for the load balancer, which leads to any. */
  gateway: string | null;
}

/** Three gateways, the clock of the first one an hour ahead, one PostgreSQL, one Redis, and a load balancer that sends each connection to a gateway that answers. */
export interface ChaosTopology extends AsyncDisposable {
  gateways: ChaosGateway[];
  postgres: ChaosPostgres;
  redis: RedisNode;
  front: EntryPoint;
  /** All origins for callers: the load balancer and each gateway's own. */
  entryPoints: EntryPoint[];
}

const NAMES = ['one', 'two', 'three'];
const HOUR_MS = 3_600_000;

export async function startChaosTopology(): Promise<ChaosTopology> {
  const cleanup = createCleanup();
  const disposeLater = <T extends AsyncDisposable>(resource: T): T => {
    cleanup.defer(() => resource[Symbol.asyncDispose]());
    return resource;
  };
  try {
    const postgres = disposeLater(await startChaosPostgres());
    const redis = disposeLater(await startRedisNode());
    const gateways: ChaosGateway[] = [];
    const loadBalancer = disposeLater(
      await createFaultProxy(
        createRoundRobinConnector(() => gateways.map(({ links }) => links.callers.port)),
      ),
    );
    const front = { origin: `http://localhost:${loadBalancer.port}`, gateway: null };
    for (const name of NAMES) {
      gateways.push(
        disposeLater(
          await startChaosGateway({
            ...{ name, postgres, redis, front: front.origin },
            aheadMs: name === NAMES[0] ? HOUR_MS : 0,
          }),
        ),
      );
    }
    const entryPoints = [front, ...gateways.map(({ origin, name }) => ({ origin, gateway: name }))];
    return {
      gateways,
      postgres,
      redis,
      front,
      entryPoints,
      [Symbol.asyncDispose]: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Connects to the next gateway in turn that accepts, as a reverse proxy without health checks does. */
function createRoundRobinConnector(current: () => readonly number[]): () => Promise<Socket> {
  const inTurn = createRoundRobin(current);
  return async () => {
    const found = await connectToFirst(inTurn(), connectToLoopback);
    if (!found) throw new Error('no gateway answers');
    return found.socket;
  };
}
