import { expect, inject, it, onTestFinished } from 'vitest';
import { postCrud } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { hasSocket, longestWithoutSocket, openClientTab } from '../../support/client-tab.ts';
import { signUp } from '../../support/people.ts';
import { startRedis } from '../../support/services/redis.ts';
import { startTopology } from '../../support/services/topology.ts';
import { until } from '../../support/until.ts';

const TABS = 12;
const WITHOUT_SOCKET_MS = 3000;

const redis = disposeAfterAll(await startRedis());
const env = { MAX_SOCKETS_PER_PERSON: String(TABS * 2) };
const topology = disposeAfterAll(
  await startTopology({ adminUrl: inject('postgres') ?? '', redisUrl: redis.url, env }),
);

it('during a rolling restart no tab is without a socket for three seconds', async () => {
  const { proxy, gateways } = topology;
  const ann = await signUp(proxy.url);
  const opened = Array.from({ length: TABS }, () => openClientTab(proxy.url, ann));
  onTestFinished(() => opened.forEach((tab) => tab[Symbol.dispose]()));
  const allHaveSockets = () => until(() => opened.every(hasSocket), { what: 'every tab has a socket' });
  await allHaveSockets();
  for (const gateway of gateways) await gateway.restart();
  await allHaveSockets();

  expect(Math.max(...opened.map(longestWithoutSocket))).toBeLessThan(WITHOUT_SOCKET_MS);
  const crud = await postCrud(ann, 'after the restarts');
  await until(() => opened.every(({ shown }) => shown.at(-1) === crud.uuid), {
    what: 'every tab shows a crud',
  });
});
