import { expect, inject, it } from 'vitest';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { startRedis } from '../../support/services/redis.ts';
import { startTopology } from '../../support/services/topology.ts';
import { connectSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';
import {
  postFromEach,
  waitUntilHealthy,
  readDegraded,
  connectClients,
  waitForCruds,
} from './topology-clients.ts';

let redis = disposeAfterAll(await startRedis());
const topology = disposeAfterAll(
  await startTopology({ adminUrl: inject('postgres') ?? '', redisUrl: redis.url }),
);
const clients = disposeAfterAll(await connectClients(topology));
await waitUntilHealthy(topology.gateways.map(({ url }) => url));

it('[TOPOLOGY-3] without Redis every call is answered and every event delivered, and a restarted Redis is used again', async () => {
  const urls = topology.gateways.map(({ url }) => url);
  await redis[Symbol.asyncDispose]();
  const made = await postFromEach(clients.people, 3);
  const orders = await Promise.all(clients.tabs.map((tab) => waitForCruds(tab, made)));
  expect(new Set(orders.map(String)).size).toBe(1);
  await until(
    async () => (await Promise.all(urls.map(readDegraded))).every((away) => away?.includes('redis')),
    {
      what: 'every gateway reports Redis as unreachable',
    },
  );
  redis = disposeAfterAll(await startRedis(redis.port));
  await waitUntilHealthy(urls);
});

it('[TOPOLOGY-4] a killed gateway loses nothing, and its users continue at another one', async () => {
  const { people, tabs } = clients;
  const [gateway] = topology.gateways;
  const [own] = [...topology.proxy.socketsByPort.keys()].flatMap((port, tab) =>
    port === gateway?.port ? [tab] : [],
  );
  const [person, tab] = [people[own ?? -1], tabs[own ?? -1]];
  if (!gateway || own === undefined || !person || !tab) throw new Error('the first gateway has no tab');
  const posting = postFromEach(people, 8);
  await until(() => tab.applied.public.length > 12, { what: 'cruds are being posted' });
  await gateway.kill();
  await until(() => !tab.rawSocket.connected, { what: 'its tab is disconnected' });
  const before = tab.applied.public;
  using again = await connectSocket(topology.proxy.url, {
    token: person.accessToken,
    cursors: tab.cursors(),
  });
  const made = await posting;
  const others = tabs.filter((other) => other !== tab);
  const orders = await Promise.all(others.map((other) => waitForCruds(other, made)));
  again.applied.public.unshift(...before);
  orders.push(await waitForCruds(again, made));
  expect(new Set(orders.map(String)).size).toBe(1);
  expect(new Set(orders[0]).size).toBe(orders[0]?.length);
});
