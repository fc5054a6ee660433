import { startRedisNode, type RedisNode } from './redis-node.ts';

/** A Redis, or a cluster whose nodes are struck in turn. */
export interface ChaosRedis extends Omit<RedisNode, 'port'> {
  ports: number[];
  /** The value of REDIS_URL with these ports in place of its own. */
  urlAt(ports: readonly number[]): string;
}

export async function startChaosRedis(): Promise<ChaosRedis> {
  const node = await startRedisNode();
  return {
    ...node,
    ports: [node.port],
    urlAt: (ports) => `redis://127.0.0.1:${ports.join()}`,
  };
}
