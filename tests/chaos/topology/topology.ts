import type { Socket } from 'node:net';
import { createCleanup } from '../../support/cleanup.ts';
import { connectFirst, createTurns } from '../../support/services/connect-first.ts';
import { createFaultProxy, openLoopback } from '../proxy/fault-proxy.ts';
import { startGateway, type ChaosGateway } from './gateway.ts';
import { startChaosPostgres, type ChaosPostgres } from './postgres.ts';
import { startChaosRedis, type ChaosRedis } from './redis.ts';

/** Three gateways, one PostgreSQL, one Redis, and a front door that sends each connection to a gateway that answers. */
export interface Topology extends AsyncDisposable {
  gateways: ChaosGateway[];
  postgres: ChaosPostgres;
  redis: ChaosRedis;
  /** Origin of the front door. */
  front: string;
  /** Every origin that callers may use: the front door and each gateway's own. */
  origins: string[];
}

const NAMES = ['one', 'two', 'three'];

/** @param from the folder of what was built; undefined is the checkout's own */
export async function startTopology(from?: string): Promise<Topology> {
  const cleanup = createCleanup();
  const keep = <T extends AsyncDisposable>(resource: T): T => {
    cleanup.defer(() => resource[Symbol.asyncDispose]());
    return resource;
  };
  try {
    const postgres = keep(await startChaosPostgres());
    const redis = keep(await startChaosRedis());
    const gateways: ChaosGateway[] = [];
    const door = keep(await createFaultProxy(rotate(() => gateways.map(({ links }) => links.callers.port))));
    const front = `http://localhost:${door.port}`;
    for (const name of NAMES) {
      const ports = { postgresPort: postgres.port, redisPort: redis.port };
      gateways.push(keep(await startGateway({ name, ...ports, front, from })));
    }
    const origins = [front, ...gateways.map(({ origin }) => origin)];
    return { ...{ gateways, postgres, redis, front, origins }, [Symbol.asyncDispose]: cleanup.run };
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
