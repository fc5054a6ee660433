import { nextPageOf, PAGE_SIZE, pathOf, routes } from '@cruddur/shared';
import { createClient } from '../../../support/clients.ts';
import { loadAccepted } from './http-load.ts';
import type { HttpRequest } from './http-request.ts';
import type { PeerEnvironment } from './peer-environment.ts';
import type { PeerRow } from './peer-row.ts';
import { runPgbench } from './run-pgbench.ts';

const CONNECTIONS = 32;
const SECONDS = 5;
/** The cruds that each viewer likes on the first page. */
const LIKES = 2;
/** The pages that a reader of the older ones is at. */
const PAGES = 8;

/** What a page shows of each crud and its author, with the viewer's marks: columns, without heads and JSON. */
const plainQuery = (viewer: string) => `
  select a.uuid, p.handle, p.display_name, p.sub, p.avatar_version, a.message, a.created_at, a.expires_at, a.replies_count,
    a.reposts_count, a.likes_count, a.reply_to,
    exists (select from likes l where l.activity = a.uuid and l.person = '${viewer}') as liked,
    exists (select from reposts r where r.activity = a.uuid and r.person = '${viewer}') as reposted
  from activities a join people p on p.sub = a.author
  where a.reply_to is null and (a.expires_at is null or a.expires_at > now()) order by a.pos desc limit ${PAGE_SIZE};`;

const peer: PeerRow['peer'] = {
  title: 'pgbench, the plain query of a page, prepared',
  measure: ({ databaseUrl, people, once }) =>
    once('plain feed', async () => {
      const script = plainQuery(people[0]?.sub ?? '').replaceAll('\n', ' ');
      const load = { databaseUrl, script, clients: CONNECTIONS, seconds: SECONDS };
      return (await runPgbench(load)).perSecond;
    }),
};

/** Feed reads beside the plain query. */
export const feedRows: readonly PeerRow[] = [
  {
    name: 'feed-first',
    title: 'Home feed, first page, 32 connections',
    unit: '1/s',
    target: { atLeast: 1 },
    measure: async (environment) => measureReads(environment, await firstPages(environment)),
    peer,
  },
  {
    name: 'feed-older',
    title: 'Home feed, older pages, 32 connections',
    unit: '1/s',
    target: { atLeast: 0.37 },
    measure: async (environment) => measureReads(environment, await olderPages(environment)),
    peer,
  },
];

async function measureReads({ gateway }: PeerEnvironment, requests: readonly HttpRequest[]): Promise<number> {
  const load = { url: gateway.url, requests, connections: CONNECTIONS, seconds: SECONDS };
  return (await loadAccepted(load)).perSecond;
}

const read = (accessToken: string, query = ''): HttpRequest => ({
  method: 'GET',
  path: pathOf(routes.homeFeed, {}) + query,
  accessToken,
});

/** Of as many viewers as connections, each with marks of their own on the page. */
export async function firstPages({ gateway, people }: PeerEnvironment): Promise<HttpRequest[]> {
  const viewers = people.slice(0, CONNECTIONS);
  for (const [index, { accessToken }] of viewers.entries()) {
    const viewer = createClient(gateway.url, accessToken);
    const page = await viewer.callOk('homeFeed');
    for (const crud of page.slice(index % PAGE_SIZE, (index % PAGE_SIZE) + LIKES))
      await viewer.callOk('like', { params: { activity_uuid: crud.uuid } });
  }
  return viewers.map(({ accessToken }) => read(accessToken));
}

/** Of as many viewers, each at one of several pages. */
export async function olderPages({ gateway, people }: PeerEnvironment): Promise<HttpRequest[]> {
  const queries: string[] = [];
  const reader = createClient(gateway.url, people[0]?.accessToken);
  while (queries.length < PAGES) {
    const before = nextPageOf((await reader.send('GET', read('', queries.at(-1)).path)).headers.get('link'));
    if (before === null) throw new Error('the store is not filled');
    queries.push(`?before=${encodeURIComponent(before)}&limit=${PAGE_SIZE}`);
  }
  return people
    .slice(0, CONNECTIONS)
    .map(({ accessToken }, index) => read(accessToken, queries[index % queries.length]));
}
