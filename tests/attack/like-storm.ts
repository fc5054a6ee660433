import { pathOf, routes } from '@cruddur/shared';
import { openSocket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { createLoadClient, type LoadClient } from './keep-alive-client.ts';
import { percentile } from './percentile.ts';

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
  /** The number of users with an open tab. */
  tabs?: number;
}

export interface Latency {
  p50: number;
  p99: number;
  count: number;
}

export interface LikeStormFigures {
  likesPerSecond: number;
  /** The number of answers by status, feed reads included; 0 is a connection that was cut. */
  statuses: Record<number, number>;
  /** Sockets that ended or were refused during the load. */
  socketsClosed: number;
  likes: Latency;
  /** The home feed, read repeatedly by one reader: before the storm, and during it. */
  feedIdle: Latency;
  feed: Latency;
  /** The ratio of the slowest feed reads during the storm to those before. */
  feedRatio: number;
}

const IDLE_READS = 300;
const FEED = pathOf(routes.homeFeed, {});

/** Makes users like and unlike one crud, each again as soon as it is answered, while tabs are open and the feed is read. */
export async function likeStorm(storm: LikeStorm): Promise<LikeStormFigures> {
  const { url, people, seconds, tabs = 5 } = storm;
  const sockets = people.slice(0, tabs).map(({ accessToken: token }) => openSocket(url, { token }));
  await until(() => sockets.every(({ frames }) => frames.ready.length > 0), { what: 'the tabs are ready' });
  using reader = createLoadClient(url, 1);
  using likers = createLoadClient(url, storm.inFlight);
  const statuses: Record<number, number> = {};
  const note = (status: number) => (statuses[status] = (statuses[status] ?? 0) + 1);
  const token = people[0]?.accessToken ?? '';

  // The first call of a connection and of a token costs more, and would be included in the measurement.
  await Promise.all(
    Array.from({ length: storm.inFlight }, (_, n) => sendLike(likers, storm, { n, turn: 1, note })),
  );
  const idle: number[] = [];
  while (idle.length < IDLE_READS) idle.push(await readHomeFeed(reader, token, note));
  const endsAt = performance.now() + seconds * 1000;
  const isOn = () => performance.now() < endsAt;
  const reads: number[] = [];
  const reading = (async () => {
    while (isOn()) reads.push(await readHomeFeed(reader, token, note));
  })();
  const results = await Promise.all(
    Array.from({ length: storm.inFlight }, (_, n) => sendLikesRepeatedly(likers, storm, { n, isOn, note })),
  );
  await reading;
  const likes = results.flat();
  const feedIdle = computeLatency(idle);
  const feed = computeLatency(reads);
  const socketsClosed = sockets.filter(
    ({ rawSocket, frames }) => !rawSocket.connected || frames.bye.length > 0,
  ).length;
  for (const socket of sockets) socket[Symbol.dispose]();
  return {
    statuses,
    socketsClosed,
    feedIdle,
    feed,
    likes: computeLatency(likes),
    likesPerSecond: Math.round(likes.length / seconds),
    feedRatio: feed.p99 / feedIdle.p99,
  };
}

interface LikeTurn {
  n: number;
  note: (status: number) => void;
}

/** User `n` likes on even turns and unlikes on odd ones. @returns its duration */
async function sendLike(
  client: LoadClient,
  { people, activity }: LikeStorm,
  { n, turn, note }: LikeTurn & { turn: number },
): Promise<number> {
  const route = turn % 2 === 0 ? routes.like : routes.unlike;
  const token = people[n % people.length]?.accessToken ?? '';
  const { status, ms } = await client.send(route.method, pathOf(route, { activity_uuid: activity }), token);
  note(status);
  return ms;
}

/** One user, with sequential calls. @returns their durations */
async function sendLikesRepeatedly(
  client: LoadClient,
  storm: LikeStorm,
  { isOn, ...by }: LikeTurn & { isOn: () => boolean },
): Promise<number[]> {
  const durations: number[] = [];
  for (let turn = Math.floor(by.n / storm.people.length); isOn(); turn += 1) {
    durations.push(await sendLike(client, storm, { ...by, turn }));
  }
  return durations;
}

async function readHomeFeed(
  client: LoadClient,
  token: string,
  note: (status: number) => void,
): Promise<number> {
  const { status, ms } = await client.send('GET', FEED, token);
  note(status);
  return ms;
}

function computeLatency(values: readonly number[]): Latency {
  return { p50: percentile(values, 50), p99: percentile(values, 99), count: values.length };
}
