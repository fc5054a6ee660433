import { createLikes } from '../../attack/like-storm.ts';
import { loadAccepted, type HttpFigures } from './http-load.ts';
import { createPost } from './open-poster.ts';
import type { PeerEnvironment } from './peer-environment.ts';
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
    name: 'write-likes',
    title: `likes of one crud, ${LIKES_IN_FLIGHT} in flight`,
    unit: '1/s',
    target: { atLeast: 2000 },
    measure: async (environment) => (await likeOneCrud(environment)).perSecond,
  },
];

function postCruds({ gateway: { url }, people }: PeerEnvironment, writers: number): Promise<HttpFigures> {
  const requests = people.slice(0, writers).map((person) => createPost(person));
  return loadAccepted({ url, requests, connections: writers, seconds: SECONDS });
}

function likeOneCrud({ gateway: { url }, people, crud }: PeerEnvironment): Promise<HttpFigures> {
  const requests = createLikes({ people, activity: crud.uuid });
  return loadAccepted({ url, requests, connections: LIKES_IN_FLIGHT, seconds: SECONDS });
}
