import type { ServerResponse } from 'node:http';
import { pathOf, routes, SEARCH_TERM_MAX } from '@cruddur/shared';
import { SEARCHES_PER_PERSON } from '../../../../server/src/domain/search/search-all.ts';
import { loadHttp, type HttpLoad } from '../../bench/peers/http-load.ts';
import { burn, postCrud, replyTo, sendTo } from '../../../support/actions.ts';
import { createClient, type TestClient } from '../../../support/clients.ts';
import { signIn, type TestPerson } from '../../../support/people.ts';
import type { TestBrowser } from '../../../support/push-service.ts';
import { until } from '../../../support/until.ts';
import type { Attack } from './attack.ts';
import { clockAhead } from './clock-ahead.ts';
import { SILENT_DOMAIN } from './network.ts';
import type { AbuseWorld } from './world.ts';

/** The gateway keeps at most so many idle connections to push services. */
const PUSH_SOCKETS_MAX = 16;
/** The number of people in one crud. */
const MENTIONED = 8;
const NOTIFIED_WITHIN_MS = 60_000;
const GOING_ON_SECONDS = 3;
const EMBEDDED_VIEWERS = 200;
/** Each connection reads once, and again when it is answered within a second. */
const AT_ONCE = { warmUpSeconds: 0, seconds: 1, lowPriority: true };

const collect = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

async function subscribe({ push }: AbuseWorld, person: TestClient, service: string): Promise<TestBrowser> {
  const browser = push.createBrowser(service);
  await person.callOk('subscribePush', { body: browser.subscription() });
  return browser;
}

/** Mentions each of them, in so many cruds. */
async function mention(world: AbuseWorld, people: readonly TestPerson[], times: number): Promise<void> {
  const author = await world.signUp();
  const names = people.map(({ handle }) => `@${handle}`);
  for (let n = 0; n < times; n += 1)
    for (let from = 0; from < names.length; from += MENTIONED)
      await postCrud(author, `${names.slice(from, from + MENTIONED).join(' ')} ${n}`);
}

/** @returns how long the notification of a message to someone else took, in seconds */
async function notifyAnother(world: AbuseWorld): Promise<string> {
  const [writer, reader] = await collect(2, world.signUp);
  if (!writer || !reader) throw new Error('the sign-up failed');
  const browser = await subscribe(world, reader, 'prompt');
  const startedAt = performance.now();
  await sendTo(writer, reader, 'are you there?');
  await until(() => browser.received.length > 0, {
    ...{ what: 'the notification arrives', timeoutMs: NOTIFIED_WITHIN_MS },
  });
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

/** Another person is notified before and during an attack. */
async function compareNotifications(world: AbuseWorld, attack: () => Promise<unknown>) {
  const before = await notifyAnother(world);
  await attack();
  const during = notifyAnother(world);
  during.catch(() => undefined);
  return async () => `another person's notification after ${before} s, then ${await during} s`;
}

/** A load that goes on while the bystander is watched, and some seconds more. */
const startLoad = (load: Omit<HttpLoad, 'seconds'>, seconds: number) =>
  loadHttp({ ...load, seconds: seconds + GOING_ON_SECONDS, lowPriority: true });

const silentNames: Attack = {
  name: '1 push services whose name server does not answer',
  async start(world) {
    const people = await collect(16, world.signUp);
    for (const [n, person] of people.entries()) await subscribe(world, person, `n${n}${SILENT_DOMAIN}`);
    const figure = await compareNotifications(world, () => mention(world, people, world.scaled(4)));
    return async () => ({ figure: await figure() });
  },
};

const manyHosts: Attack = {
  name: '2 push services at 320 hosts',
  async start(world) {
    const people = await collect(world.scaled(32), world.signUp);
    const browsers: TestBrowser[] = [];
    for (const [index, person] of people.entries()) {
      // A session has one subscription.
      for (let n = 0; n < 10; n += 1) {
        const { accessToken } = await signIn(world.url, person);
        browsers.push(await subscribe(world, createClient(world.url, accessToken), `h${index}-${n}`));
      }
    }
    await mention(world, people, 1);
    let most = 0;
    const counting = setInterval(
      () => void world.push.countConnections().then((count) => (most = Math.max(most, count))),
      20,
    );
    return async () => {
      const isDone = () => browsers.every(({ received }) => received.length > 0);
      await until(isDone, { what: 'each browser is notified', timeoutMs: NOTIFIED_WITHIN_MS });
      const isClosed = async () => (await world.push.countConnections()) <= PUSH_SOCKETS_MAX;
      await until(isClosed, { what: 'few connections stay', timeoutMs: NOTIFIED_WITHIN_MS });
      clearInterval(counting);
      return { figure: `${most} connections at most, then ${await world.push.countConnections()}` };
    };
  },
};

const silentServices: Attack = {
  name: '3 six people with silent push services',
  async start(world) {
    const people = await collect(6, world.signUp);
    const held: ServerResponse[] = [];
    for (const [n, person] of people.entries()) {
      const browser = await subscribe(world, person, `silent-${n}`);
      browser.answerWith((response) => void held.push(response));
    }
    const figure = await compareNotifications(world, () => mention(world, people, world.scaled(50)));
    return async () => {
      const text = await figure();
      for (const response of held) response.writeHead(201).end();
      return { figure: text };
    };
  },
};

const searches: Attack = {
  name: '4 the longest searches, as many at a time as one person may',
  async start(world, seconds) {
    const [person, another] = await collect(2, world.signUp);
    const words = ['the', 'of', 'w', 'v', 'a', 'e', 'i', 'o', 'u', 't'].map((word) => word.repeat(3));
    const terms = [words.join(' '), 'w1 w2 w3 w4 w5 w6 w7 w8 w9 v1', 'a'.repeat(SEARCH_TERM_MAX)];
    const search = (by: TestPerson | undefined, connections: number) => {
      const requests = terms.map((term) => ({
        ...({ method: 'GET', accessToken: by?.accessToken ?? '' } as const),
        path: `${pathOf(routes.search, {})}?term=${encodeURIComponent(term)}`,
      }));
      return startLoad({ url: world.url, requests, connections }, seconds);
    };
    // More are refused at once; [SEARCH-7] proves that they take no place of another person's.
    const [load, anothers] = [search(person, SEARCHES_PER_PERSON), search(another, 1)];
    return async () => {
      const { perSecond, statuses } = await load;
      const { p99Ms, statuses: anothersStatuses } = await anothers;
      return {
        figure: `${perSecond.toFixed(0)} answers/s, another person's searches p99 ${p99Ms.toFixed(0)} ms`,
        faults: [...unexpected(statuses, [200]), ...unexpected(anothersStatuses, [200])],
      };
    };
  },
};

const deepExports: Attack = {
  name: '5 exports of 600 nested replies, three at a time',
  async start(world) {
    const people = await collect(3, world.signUp);
    const depthMax = world.scaled(600);
    for (const person of people) {
      let { uuid } = await postCrud(person, 'the root');
      for (let depth = 0; depth < depthMax; depth += 1) ({ uuid } = await replyTo(person, uuid, 'deeper'));
    }
    const exported = Promise.all(
      people.map(async (person) => {
        const startedAt = performance.now();
        const { replies } = await person.callOk('exportData');
        return { replies: replies.length, seconds: (performance.now() - startedAt) / 1000 };
      }),
    );
    exported.catch(() => undefined);
    return async () => {
      const found = await exported;
      const slowest = Math.max(...found.map(({ seconds }) => seconds));
      return {
        figure: `the slowest took ${slowest.toFixed(1)} s`,
        faults: found
          .filter(({ replies }) => replies !== depthMax)
          .map(() => 'an export had not all replies'),
      };
    };
  },
};

const manyViewers: Attack = {
  name: '6 viewers who all read at once',
  // 500 people who wait for the same read, and the public stream.
  listedMax: 501,
  async start(world) {
    // The embedded store answers each before it takes the next one, so more of them would only wait longer.
    const tokens = (await world.listViewers()).slice(0, world.createDatabase ? undefined : EMBEDDED_VIEWERS);
    const read = (accessToken: string) => createClient(world.url, accessToken).callOk('homeFeed');
    // Their tokens and profiles are known then, so that what follows is about the reads.
    for (let from = 0; from < tokens.length; from += 50)
      await Promise.all(tokens.slice(from, from + 50).map(read));
    await world.readMost();
    const requests = tokens.map((accessToken) => ({
      ...({ method: 'GET', path: pathOf(routes.homeFeed, {}), accessToken } as const),
    }));
    const connections = requests.length;
    const load = loadHttp({ ...{ url: world.url, requests, connections }, ...AT_ONCE });
    return async () => {
      const { answers, statuses } = await load;
      return { figure: `${answers} reads of ${connections} viewers`, faults: unexpected(statuses, [200]) };
    };
  },
};

const suspendedAuthor: Attack = {
  name: '7 a suspended author of the 100 newest cruds',
  async start(world) {
    const author = await world.signUp();
    const cruds = world.scaled(100);
    for (let n = 0; n < cruds; n += 1) await postCrud(author, `crud ${n}`);
    await world.operate('suspend', `@${author.handle}`, '--for-good', '--reason', 'an attack');
    return () => Promise.resolve({ figure: `${cruds} cruds hidden` });
  },
};

const bigDeletions: Attack = {
  name: '8 a burn of 3,000 replies and an erasure of 3,000 cruds',
  async start(world) {
    const [author, leaver] = await collect(2, () => world.signUp());
    if (!author || !leaver) throw new Error('the sign-up failed');
    const { uuid } = await postCrud(author, 'to be burned');
    const total = world.scaled(3000);
    for (let n = 0; n < total; n += 50)
      await collect(50, (more) =>
        Promise.all([replyTo(author, uuid, `reply ${n + more}`), postCrud(leaver, `crud ${n + more}`)]),
      );
    const startedAt = performance.now();
    const deletions = Promise.all([burn(author, uuid), leaver.callOk('deleteAccount')]);
    // Not when the other person's reads have ended, which the caller waits for.
    const answered = deletions.then(() => ((performance.now() - startedAt) / 1000).toFixed(1));
    answered.catch(() => undefined);
    return async () => ({ figure: `answered after ${await answered} s` });
  },
};

const unexpected = (statuses: Record<number, number>, expected: readonly number[]) =>
  Object.entries(statuses)
    .filter(([status]) => !expected.includes(Number(status)))
    .map(([status, count]) => `${count} answers ${status}`);

export const attacks: readonly Attack[] = [
  ...[
    silentNames,
    manyHosts,
    silentServices,
    searches,
    deepExports,
    manyViewers,
    suspendedAuthor,
    bigDeletions,
  ],
  clockAhead,
];
