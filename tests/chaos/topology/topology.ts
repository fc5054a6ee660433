import type { Socket } from 'node:net';
import { createCleanup } from '../../support/cleanup.ts';
import { connectFirst, createTurns } from '../../support/services/connect-first.ts';
import { createFaultProxy, openLoopback } from '../proxy/fault-proxy.ts';
import { startGateway, type ChaosGateway } from './gateway.ts';
import { startChaosPostgres, type ChaosPostgres } from './postgres.ts';
import { startChaosRedis, type ChaosRedis } from './redis.ts';
import { startChaosCluster } from './redis-cluster.ts';

/** Where callers and tabs come in. */
export interface Door {
  origin: string;
  /** Whose it is; null for the front door, which leads to any. */
  gateway: string | null;
}

/** Three gateways, one PostgreSQL, one Redis, and a front door that sends each connection to a gateway that answers. */
export interface Topology extends AsyncDisposable {
  gateways: ChaosGateway[];
  postgres: ChaosPostgres;
  redis: ChaosRedis;
  front: Door;
  /** Every one that callers may use: the front door and each gateway's own. */
  doors: Door[];
}

export interface TopologyWishes {
  /** The folder of what was built; undefined is the checkout's own. */
  from?: string | undefined;
  /** Three masters of a Redis Cluster in the place of one Redis. */
  cluster: boolean;
}

const NAMES = ['one', 'two', 'three'];

export async function startTopology({ from, cluster }: TopologyWishes): Promise<Topology> {
  const cleanup = createCleanup();
  const keep = <T extends AsyncDisposable>(resource: T): T => {
    cleanup.defer(() => resource[Symbol.asyncDispose]());
    return resource;
  };
  try {
    const postgres = keep(await startChaosPostgres());
    const redis = keep(await (cluster ? startChaosCluster() : startChaosRedis()));
    const gateways: ChaosGateway[] = [];
    const entrance = keep(
      await createFaultProxy(rotate(() => gateways.map(({ links }) => links.callers.port))),
    );
    const front = { origin: `http://localhost:${entrance.port}`, gateway: null };
    for (const name of NAMES) {
      gateways.push(keep(await startGateway({ name, postgres, redis, front: front.origin, from })));
    }
    const doors = [front, ...gateways.map(({ origin, name }) => ({ origin, gateway: name }))];
    return { ...{ gateways, postgres, redis, front, doors }, [Symbol.asyncDispose]: cleanup.run };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Each connection to the next one in turn that takes it, as a reverse proxy without health checks does. */
function rotate(current: () => readonly number[]): () => Promise<Socket> {
  const inTurn = createTurns(current);
  return async () => {
    const found = await connectFirst(inTurn(), openLoopback);
    if (!found) throw new Error('No gateway answers.');
    return found.socket;
  };
}
