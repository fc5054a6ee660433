import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { createCleanup } from '../cleanup.ts';
import { until } from '../until.ts';
import { findFreePort } from './find-free-port.ts';
import { startRedis, type RunningRedis } from './redis.ts';

/** Three masters without replicas: without one of them, its third of the keys is unavailable and messages are still delivered. */
export type RunningRedisCluster = AsyncDisposable & {
  nodes: readonly RunningRedis[];
  /** `redis+cluster://` with all nodes. */
  url: string;
};

/** The first slots of the three, and the end of the last one. */
const FIRST_SLOTS = [0, 5461, 10_923] as const;
const SLOTS = 16_384;

export async function startRedisCluster(): Promise<RunningRedisCluster> {
  const cleanup = createCleanup();
  try {
    const nodes = await Promise.all(FIRST_SLOTS.map(() => startNode()));
    for (const node of nodes) cleanup.defer(() => node[Symbol.asyncDispose]());
    await joinCluster(nodes);
    const url = `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
    return { nodes, url, [Symbol.asyncDispose]: cleanup.run };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** The client port of a node, and its bus port. */
interface ClusterNode {
  port: number;
  busPort: number;
}

/** Joins three empty nodes into one cluster. */
async function joinCluster(nodes: readonly ClusterNode[]): Promise<void> {
  const operators = nodes.map(({ port }) => new Redis(port));
  try {
    await assignSlotsAndMeet(operators, nodes);
  } finally {
    for (const operator of operators) operator.disconnect();
  }
}

async function startNode(): Promise<RunningRedis & ClusterNode> {
  const folder = await mkdtemp(join(tmpdir(), 'cruddur-redis-'));
  const busPort = await findFreePort();
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-node-timeout': '2000',
    dir: folder,
    // The default is the port plus 10,000, which may not exist.
    'cluster-port': String(busPort),
  };
  return { ...(await startRedis(undefined, { settings, folder })), busPort };
}

async function assignSlotsAndMeet(operators: readonly Redis[], nodes: readonly ClusterNode[]): Promise<void> {
  const [first] = operators;
  await Promise.all(
    operators.map((operator, index) => {
      const end = (FIRST_SLOTS[index + 1] ?? SLOTS) - 1;
      return operator.call('CLUSTER', 'ADDSLOTSRANGE', FIRST_SLOTS[index] ?? 0, end);
    }),
  );
  for (const { port, busPort } of nodes.slice(1))
    await first?.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  const isWhole = async (operator: Redis) =>
    /cluster_state:ok[^]*cluster_known_nodes:3/.test(await operator.cluster('INFO'));
  await until(async () => (await Promise.all(operators.map(isWhole))).every(Boolean), {
    what: 'the cluster is complete',
  });
}
