import { pathOf, routes } from '@cruddur/shared';
import type { HttpFigures } from './http-load.ts';
import type { HttpRequest } from './http-request.ts';
import type { BenchPerson, PeerEnvironment } from './peer-environment.ts';
import { measureInsertServer } from './insert-server.ts';
import type { PeerRow } from './peer-row.ts';
import { measureSingleInserts, singleInsertPeer } from './single-inserts.ts';

const SECONDS = 6;
const WRITERS = 32;
const LIKES_IN_FLIGHT = 400;

/** The throughput of the insert. */
const concurrentInsertsPeer: NonNullable<PeerRow['peer']> = {
  title: `prepared inserts of ${WRITERS} clients`,
  measure: async (environment) => (await measureSingleInserts(environment, WRITERS)).perSecond,
};

/** Posted cruds and likes beside single inserts. */
export const writeRows: readonly PeerRow[] = [
  {
    name: 'write-one',
    title: 'one writer: POST of a crud, p50',
    unit: 'ms',
    target: { atMost: 4 },
    measure: async (environment) => (await postCruds(environment, 1)).p50Ms,
    peer: singleInsertPeer,
  },
  {
    name: 'write-many',
    title: `${WRITERS} writers: accepted cruds`,
    unit: '1/s',
    target: { atLeast: 0.5 },
    measure: async (environment) => (await postCruds(environment, WRITERS)).perSecond,
    peer: concurrentInsertsPeer,
  },
  {
    name: 'write-one-bare',
    title: 'one writer: POST to a bare server that inserts a row, p50',
    unit: 'ms',
    measure: async (environment) => (await measureInsertServer(environment, 1)).p50Ms,
    peer: singleInsertPeer,
  },
  {
    name: 'write-many-bare',
    title: `${WRITERS} writers: POSTs to a bare server that inserts a row`,
    unit: '1/s',
    measure: async (environment) => (await measureInsertServer(environment, WRITERS)).perSecond,
    peer: concurrentInsertsPeer,
  },
  {
    name: 'write-likes',
    title: `likes of one crud, ${LIKES_IN_FLIGHT} in flight`,
    unit: '1/s',
    target: { atLeast: 2000 },
    measure: async (environment) => (await likeOneCrud(environment)).perSecond,
  },
];

function postCruds(environment: PeerEnvironment, writers: number): Promise<HttpFigures> {
  const { method } = routes.createActivity;
  const request = ({ accessToken }: BenchPerson): HttpRequest => ({
    method,
    path: pathOf(routes.createActivity, {}),
    accessToken,
    body: { message: 'one of very many', ttl: '7-days' },
    isOperation: true,
  });
  return loadGateway(environment, environment.people.slice(0, writers).map(request), writers);
}

/** All people set their like one after the other, and then all remove it, so that each call changes something. */
function likeOneCrud(environment: PeerEnvironment): Promise<HttpFigures> {
  const params = { activity_uuid: environment.crud.uuid };
  const requestOf = (route: typeof routes.like | typeof routes.unlike) =>
    environment.people.map(({ accessToken }): HttpRequest => ({
      method: route.method,
      path: pathOf(route, params),
      accessToken,
    }));
  const requests = [...requestOf(routes.like), ...requestOf(routes.unlike)];
  return loadGateway(environment, requests, LIKES_IN_FLIGHT);
}

async function loadGateway(
  { gateway, loadHttp }: PeerEnvironment,
  requests: readonly HttpRequest[],
  connections: number,
): Promise<HttpFigures> {
  const figures = await loadHttp({ url: gateway.url, requests, connections, seconds: SECONDS });
  const refused = Object.keys(figures.statuses).filter((status) => status !== '200');
  if (refused.length > 0) throw new Error(`writes were answered ${refused.join(', ')}`);
  return figures;
}
