import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { hasSocket, longestWithoutSocket, openClientTab } from '../../support/client-tab.ts';
import { signUp } from '../../support/people.ts';
import { startRedis, type RunningRedis } from '../../support/services/redis.ts';
import { startTopology, type Topology } from '../../support/services/topology.ts';
import { until } from '../../support/until.ts';

const TABS = 12;
const WITHOUT_SOCKET_MS = 3000;

describe('a rolling restart', () => {
  let redis: RunningRedis;
  let topology: Topology;
  beforeAll(async () => {
    redis = await startRedis();
    const env = { MAX_SOCKETS_PER_PERSON: String(TABS * 2) };
    topology = await startTopology({ adminUrl: inject('postgres') ?? '', redisUrl: redis.url, env });
  });
  afterAll(async () => {
    await topology[Symbol.asyncDispose]();
    await redis[Symbol.asyncDispose]();
  });

  it('[TOPOLOGY-13] during a rolling restart no tab is without a socket for three seconds', async () => {
    const { proxy, gateways } = topology;
    const ann = await signUp(proxy.url);
    const opened = await Promise.all(Array.from({ length: TABS }, () => openClientTab(proxy.url, ann)));
    onTestFinished(() => opened.forEach((tab) => tab[Symbol.dispose]()));
    const allHaveSockets = () => until(() => opened.every(hasSocket), { what: 'every tab has a socket' });
    await allHaveSockets();
    for (const gateway of gateways) await gateway.restart();
    await allHaveSockets();

    expect(Math.max(...opened.map(longestWithoutSocket))).toBeLessThan(WITHOUT_SOCKET_MS);
    const crud = await ann.callOk('createActivity', { body: { message: 'after the restarts' } });
    await until(() => opened.every(({ shown }) => shown.at(-1) === crud.uuid), {
      what: 'every tab shows a crud',
    });
  });
});
