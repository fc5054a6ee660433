import { pathOf, routes } from '@cruddur/shared';
import { loadHttp, type HttpFigures } from '../bench/peers/http-load.ts';
import type { HttpRequest } from '../bench/peers/http-request.ts';
import { openSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

/** A signed-in user, as far as the load needs one. */
export interface Liker {
  accessToken: string;
}

export interface LikeStorm {
  /** The gateway's origin. */
  url: string;
  people: readonly Liker[];
  /** The crud that all users like and unlike. */
  activity: string;
  /** The number of concurrent calls. */
  inFlight: number;
  seconds: number;
}

export interface LikeStormFigures {
  /** The number of answers by status, feed reads included; 0 is a connection that was cut. */
  statuses: Record<number, number>;
  /** Sockets that ended or were refused during the load. */
  socketsClosed: number;
}

/** The number of users with an open tab. */
const TABS = 5;

/** Makes users like and unlike one crud, each connection again as soon as it is answered, while tabs are open and the feed is read. */
export async function likeStorm(storm: LikeStorm): Promise<LikeStormFigures> {
  const { url, people, seconds } = storm;
  const sockets = people.slice(0, TABS).map(({ accessToken: token }) => openSocket(url, { token }));
  await until(() => sockets.every(({ frames }) => frames.ready.length > 0), { what: 'the tabs are ready' });
  const reads = people.slice(0, 1).map(({ accessToken }) => ({
    method: routes.homeFeed.method,
    path: pathOf(routes.homeFeed, {}),
    accessToken,
  }));
  const figures = await Promise.all([
    loadHttp({ url, seconds, connections: storm.inFlight, requests: createLikes(storm) }),
    loadHttp({ url, seconds, connections: 1, requests: reads }),
  ]);
  const socketsClosed = sockets.filter(
    ({ rawSocket, frames }) => !rawSocket.connected || frames.bye.length > 0,
  ).length;
  for (const socket of sockets) socket[Symbol.dispose]();
  return { statuses: sumByStatus(figures), socketsClosed };
}

/** All users set their like one after the other, and then all remove it, so that each call changes something. */
export function createLikes({ people, activity }: Pick<LikeStorm, 'people' | 'activity'>): HttpRequest[] {
  return [routes.like, routes.unlike].flatMap((route) =>
    people.map(({ accessToken }): HttpRequest => ({
      method: route.method,
      path: pathOf(route, { activity_uuid: activity }),
      accessToken,
    })),
  );
}

function sumByStatus(figures: readonly HttpFigures[]): Record<number, number> {
  const sums: Record<number, number> = {};
  for (const { statuses } of figures) {
    for (const [status, count] of Object.entries(statuses)) {
      sums[Number(status)] = (sums[Number(status)] ?? 0) + count;
    }
  }
  return sums;
}
