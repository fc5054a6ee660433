import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startRedisCluster, type RunningRedisCluster } from '../../support/services/redis-cluster.ts';
import { startTopology, type Topology } from '../../support/services/topology.ts';
import {
  postFromEach,
  waitUntilHealthy,
  exceedLookupBudget,
  connectClients,
  waitForCruds,
  type TopologyClients,
} from './topology-clients.ts';

describe('three gateways on a Redis Cluster', () => {
  let cluster: RunningRedisCluster;
  let topology: Topology;
  let clients: TopologyClients;
  beforeAll(async () => {
    cluster = await startRedisCluster();
    topology = await startTopology({ adminUrl: inject('postgres') ?? '', redisUrl: cluster.url });
    clients = await connectClients(topology);
    await waitUntilHealthy(topology.gateways.map(({ url }) => url));
  });
  afterAll(async () => {
    clients[Symbol.dispose]();
    await topology[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  it('[TOPOLOGY-5] all tabs receive events in one order, also when the cluster swaps adjacent ones', async () => {
    const made = await postFromEach(clients.people, 20);
    const orders = await Promise.all(clients.tabs.map((tab) => waitForCruds(tab, made)));
    expect(new Set(orders.map(String)).size).toBe(1);
    expect(orders[0]).toHaveLength(made.length);
  });

  it('[TOPOLOGY-6] the cluster enforces rate budgets, whichever node holds them', async () => {
    const refused = await Promise.all(clients.people.map(exceedLookupBudget));
    expect(refused.filter((count) => count === 0)).toEqual([]);
  });

  it('[TOPOLOGY-7] a killed node loses no answer and no event, and the remaining nodes carry the messages', async () => {
    await cluster.nodes[0]?.[Symbol.asyncDispose]();
    const made = await postFromEach(clients.people, 5);
    const orders = await Promise.all(clients.tabs.map((tab) => waitForCruds(tab, made)));
    expect(new Set(orders.map(String)).size).toBe(1);
    await waitUntilHealthy(topology.gateways.map(({ url }) => url));
  });
});
