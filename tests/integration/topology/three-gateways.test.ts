import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startRedis, type RunningRedis } from '../../support/services/redis.ts';
import { startTopology, type Topology } from '../../support/services/topology.ts';
import { connect } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';
import { allPost, allWell, overdraw, degraded, gather, heardAll, type Company } from './company.ts';

describe('three gateways on one PostgreSQL and one Redis, behind a proxy', () => {
  let redis: RunningRedis;
  let topology: Topology;
  let company: Company;
  beforeAll(async () => {
    redis = await startRedis();
    topology = await startTopology({ adminUrl: inject('postgres') ?? '', redisUrl: redis.url });
    company = await gather(topology);
    await allWell(topology.gateways.map(({ url }) => url));
  });
  afterAll(async () => {
    company[Symbol.dispose]();
    await topology[Symbol.asyncDispose]();
    await redis[Symbol.asyncDispose]();
  });

  it('[TOPOLOGY-1] people at different gateways hear each other', async () => {
    const { people, tabs } = company;
    const [ann, bob, cyd] = people;
    if (!ann || !bob || !cyd) throw new Error('There are three people.');
    expect([...topology.door.sockets.values()]).toEqual([1, 1, 1]);
    const crud = await ann.ask('createActivity', { body: { message: 'to all' } });
    const params = { activity_uuid: crud.uuid };
    const reply = await bob.ask('createReply', { params, body: { ...params, message: 're' } });
    const message = await cyd.ask('sendMessage', { body: { handle: ann.handle, message: 'dm' } });
    for (const tab of tabs) {
      await tab.heard('activity.created', ({ data }) => data.uuid === crud.uuid);
      await tab.heard('reply.created', ({ data }) => data.uuid === reply.uuid);
    }
    await tabs[0]?.heard('message.created', ({ data }) => data.uuid === message.uuid);
    expect(tabs[1]?.applied.me.some(({ kind }) => kind === 'message.created')).toBe(false);
  });

  it('[TOPOLOGY-2] one person has one budget, wherever the calls go', async () => {
    const [, , cyd] = company.people;
    if (cyd) expect(await overdraw(cyd)).toBeGreaterThan(0);
  });

  it('[TOPOLOGY-3] without Redis everything is answered and heard, and its return is noticed', async () => {
    const urls = topology.gateways.map(({ url }) => url);
    await redis[Symbol.asyncDispose]();
    const made = await allPost(company.people, 3);
    const orders = await Promise.all(company.tabs.map((tab) => heardAll(tab, made)));
    expect(new Set(orders.map(String)).size).toBe(1);
    await until(
      async () => (await Promise.all(urls.map(degraded))).every((away) => away?.includes('redis')),
      {
        what: 'every gateway says that Redis is away',
      },
    );
    redis = await startRedis(redis.port);
    await allWell(urls);
  });

  it('[TOPOLOGY-4] a gateway that is killed takes nothing along, and its people go on at another one', async () => {
    const { people, tabs } = company;
    const [gateway] = topology.gateways;
    const [own] = [...topology.door.sockets.keys()].flatMap((port, tab) =>
      port === gateway?.port ? [tab] : [],
    );
    const [person, tab] = [people[own ?? -1], tabs[own ?? -1]];
    if (!gateway || own === undefined || !person || !tab) throw new Error('The first gateway has a tab.');
    const posting = allPost(people, 8);
    await until(() => tab.applied.public.length > 12, { what: 'people are posting' });
    await gateway.kill();
    await until(() => !tab.wire.connected, { what: 'its tab is cut' });
    const before = tab.applied.public;
    using again = await connect(topology.door.url, { token: person.accessToken, cursors: tab.cursors() });
    const made = await posting;
    const others = tabs.filter((other) => other !== tab);
    const orders = await Promise.all(others.map((other) => heardAll(other, made)));
    again.applied.public.unshift(...before);
    orders.push(await heardAll(again, made));
    expect(new Set(orders.map(String)).size).toBe(1);
    expect(new Set(orders[0]).size).toBe(orders[0]?.length);
  });
});
