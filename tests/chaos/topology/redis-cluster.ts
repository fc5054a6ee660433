import { createCleanup } from '../../support/cleanup.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { clusterSettings, joinCluster } from '../../support/services/redis-cluster.ts';
import { startRedisNode, type ChaosRedis, type RedisNode } from './redis.ts';

const NODES = 3;

/** Three masters that forward published messages to each other; faults strike one after the other. */
export async function startChaosCluster(): Promise<ChaosRedis> {
  const cleanup = createCleanup();
  let turn = 0;
  try {
    const nodes = await Promise.all(Array.from({ length: NODES }, () => startClusterNode(cleanup)));
    await joinCluster(nodes);
    const currentNode = () => nodes[turn % NODES];
    return {
      ports: nodes.map(({ port }) => port),
      urlAt: (ports) => `redis+cluster://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
      async signal(name) {
        if (name !== 'SIGCONT') turn += 1;
        await currentNode()?.signal(name);
      },
      start: async () => currentNode()?.start(),
      async flush() {
        await Promise.all(nodes.map((node) => node.flush()));
      },
      async disconnectSubscribers() {
        await Promise.all(nodes.map((node) => node.disconnectSubscribers()));
      },
      [Symbol.asyncDispose]: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Its cluster state outlives its process, so that it rejoins. */
async function startClusterNode(
  cleanup: ReturnType<typeof createCleanup>,
): Promise<RedisNode & { busPort: number }> {
  const folder = await createTempFolder();
  cleanup.defer(() => folder[Symbol.asyncDispose]());
  const busPort = await findFreePort();
  const node = await startRedisNode({ settings: clusterSettings(folder.path, busPort) });
  cleanup.defer(() => node[Symbol.asyncDispose]());
  return { ...node, busPort };
}
