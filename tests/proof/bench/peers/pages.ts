import { openPostgres } from '../../../../server/src/store/open-postgres.ts';
import { startBenchApp } from '../bench-app.ts';
import { measureLongestDelay } from './measure-loop-delay.ts';
import { loadAccepted, loadHttp, openHttpLoad } from './http-load.ts';
import type { PeerEnvironment } from './peer-environment.ts';
import type { PeerRow } from './peer-row.ts';
import { createLogger } from '../../../../server/src/wiring/logger.ts';

const LOAD = { connections: 16, seconds: 3 };
const HEADERS = { 'accept-encoding': 'gzip, deflate, br' };
/** Of the people, those whose profiles are rendered before the measurement, so that the code is compiled. */
const WARM_UP = 300;

/** Requests per second of one page of the gateway. */
async function loadPath({ gateway }: PeerEnvironment, path: string): Promise<number> {
  const request = { method: 'GET', path, headers: HEADERS } as const;
  return (await loadAccepted({ url: gateway.url, requests: [request], ...LOAD })).perSecond;
}

interface PageFigures {
  name: string;
  title: string;
  pathOf: (environment: PeerEnvironment) => string;
  atLeast: number;
}

function pageRow({ name, title, pathOf, atLeast }: PageFigures): PeerRow {
  return {
    name,
    title,
    unit: 'requests/s',
    target: { atLeast },
    measure: (environment) => loadPath(environment, pathOf(environment)),
    peer: {
      title: '`/healthz` of the same process',
      measure: (environment) => environment.once('healthz', () => loadPath(environment, '/healthz')),
    },
  };
}

/** How long the event loop is blocked at most, in milliseconds, while profiles are rendered that are in no cache. */
async function measureRenders({ databaseUrl, people }: PeerEnvironment): Promise<number> {
  const store = await openPostgres(databaseUrl, createLogger('none'));
  const app = await startBenchApp(store);
  const requests = people.map(
    ({ handle }) => ({ method: 'GET', path: `/@${handle}`, headers: HEADERS }) as const,
  );
  const load = { url: app.url, connections: 1, seconds: 3, warmUpSeconds: 0 };
  await loadHttp({ ...load, requests: requests.slice(0, WARM_UP) });
  const longestMs = await measureLongestDelay(openHttpLoad({ ...load, requests: requests.slice(WARM_UP) }));
  await app[Symbol.asyncDispose]();
  await store.close();
  return longestMs;
}

/** Server-rendered pages beside the health check of the same process. */
export const pageRows: readonly PeerRow[] = [
  pageRow({
    name: 'page-profile',
    title: 'A profile, for visitors, 16 connections',
    pathOf: ({ crud }) => `/@${crud.handle}`,
    atLeast: 0.5,
  }),
  pageRow({ name: 'page-home', title: 'A visitor’s home', pathOf: () => '/', atLeast: 0.7 }),
  pageRow({ name: 'page-sign-in', title: 'The sign-in page', pathOf: () => '/signin', atLeast: 0.7 }),
  {
    name: 'page-loop',
    title: 'The longest block of the event loop while profiles are rendered',
    unit: 'ms',
    target: { atMost: 5 },
    measure: measureRenders,
  },
];
