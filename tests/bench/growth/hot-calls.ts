import { pathOf, routes } from '@cruddur/shared';
import { crudUuid, FREQUENT_TAG } from '../../attack/fill-store.ts';
import type { HttpRequest } from '../peers/http-request.ts';
import type { BenchPerson } from '../peers/peer-environment.ts';
import { likedCrud } from './fill-stage.ts';
import type { Stage } from './stages.ts';

/** The state of a store in which calls are made. */
export interface CallSituation {
  stage: Stage;
  /** The author of a tenth of all cruds, with conversations with a tenth of all people. */
  busiest: BenchPerson;
  reader: BenchPerson;
  /** Handles by crud. */
  authorOf: (uuid: string) => string;
}

export interface HotCall {
  name: string;
  /** True when each gateway reads it once in a while for all callers. */
  isCached?: boolean;
  /** Sent in turn. */
  requests: (situation: CallSituation) => HttpRequest[];
}

const HOME = pathOf(routes.homeFeed, {});
const postOf = ({ authorOf }: CallSituation, activity_uuid: string) =>
  pathOf(routes.singlePost, { handle: authorOf(activity_uuid), activity_uuid });
const searchFor = (term: string) =>
  `${pathOf(routes.search, {})}?${new URLSearchParams({ term }).toString()}`;
/** In the middle of the feed: the keyset position of a crud. */
const positionOf = (crud: number) => encodeURIComponent(`${String(crud * 10)}~${crudUuid(crud)}`);

function readOf(
  name: string,
  path: (situation: CallSituation) => string,
  options?: Pick<HotCall, 'isCached'>,
): HotCall {
  const requests = (situation: CallSituation): HttpRequest[] => [
    { method: 'GET', path: path(situation), accessToken: situation.busiest.accessToken },
  ];
  return { name, requests, ...options };
}

/** The crud with nine of ten replies. */
const THREAD = crudUuid(1);

export const HOT_CALLS: readonly HotCall[] = [
  readOf('home, first page', () => HOME),
  readOf('home, older page', ({ stage }) => `${HOME}?before=${positionOf(Math.round(stage.cruds / 2))}`),
  readOf('profile of a busy author', ({ busiest }) => pathOf(routes.profilePage, { handle: busiest.handle })),
  readOf('one crud with likes', (situation) => postOf(situation, likedCrud(situation.stage))),
  readOf('one crud with replies', (situation) => postOf(situation, THREAD)),
  readOf('notifications', () => pathOf(routes.notifications, {})),
  readOf('message groups', () => pathOf(routes.messageGroups, {})),
  readOf('search: a frequent word', () => searchFor('the')),
  readOf('search: a rare word', () => searchFor('w49000')),
  readOf('search: a hashtag', () => searchFor(`#${FREQUENT_TAG}`)),
  readOf('search: people', () => searchFor('@p1')),
  readOf('trends', () => pathOf(routes.trends, {}), { isCached: true }),
  readOf('suggested people', () => pathOf(routes.suggestedUsers, {}), { isCached: true }),
  {
    name: 'like and unlike',
    requests: ({ stage, reader: { accessToken } }) =>
      [routes.unlike, routes.like].map((route) => ({
        method: route.method,
        path: pathOf(route, { activity_uuid: likedCrud(stage) }),
        accessToken,
      })),
  },
  {
    name: 'post a crud',
    requests: ({ reader: { accessToken } }) => [
      {
        method: 'POST',
        path: pathOf(routes.createActivity, {}),
        accessToken,
        // With the frequent word, as all others: the search for it would otherwise measure the cruds of this benchmark.
        body: { message: 'the one of very many #growth', ttl: '7-days' },
        isOperation: true,
      },
    ],
  },
  {
    name: 'reply',
    requests: ({ reader: { accessToken } }) => [
      {
        method: 'POST',
        path: pathOf(routes.createReply, { activity_uuid: THREAD }),
        accessToken,
        body: { activity_uuid: THREAD, message: 'a reply to it' },
        isOperation: true,
      },
    ],
  },
];
