import { expect, inject, it } from 'vitest';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { startRedisCluster } from '../../support/services/redis-cluster.ts';
import { startTopology } from '../../support/services/topology.ts';
import {
  postFromEach,
  waitUntilHealthy,
  exceedLookupBudget,
  connectClients,
  waitForCruds,
} from './topology-clients.ts';

const cluster = disposeAfterAll(await startRedisCluster());
const topology = disposeAfterAll(
  await startTopology({ adminUrl: inject('postgres') ?? '', redisUrl: cluster.url }),
);
const clients = disposeAfterAll(await connectClients(topology));
await waitUntilHealthy(topology.gateways.map(({ url }) => url));

it('[GATEWAY-4] all tabs receive events in one order, also when the cluster swaps adjacent ones', async () => {
  const made = await postFromEach(clients.people, 20);
  const orders = await Promise.all(clients.tabs.map((tab) => waitForCruds(tab, made)));
  expect(new Set(orders.map(String)).size).toBe(1);
  expect(orders[0]).toHaveLength(made.length);
});

it('[RATE-2] the cluster enforces rate budgets, whichever node holds them', async () => {
  const refused = await Promise.all(clients.people.map(exceedLookupBudget));
  expect(refused.filter((count) => count === 0)).toEqual([]);
});

it('a killed node loses no answer and no event, and the remaining nodes carry the messages', async () => {
  await cluster.nodes[0]?.[Symbol.asyncDispose]();
  const made = await postFromEach(clients.people, 5);
  const orders = await Promise.all(clients.tabs.map((tab) => waitForCruds(tab, made)));
  expect(new Set(orders.map(String)).size).toBe(1);
  await waitUntilHealthy(topology.gateways.map(({ url }) => url));
});
