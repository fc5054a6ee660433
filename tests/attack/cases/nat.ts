import { openClientTab } from '../../support/client-tab.ts';
import { createCleanup } from '../../support/cleanup.ts';
import { createClient } from '../../support/clients.ts';
import { signUp } from '../../support/people.ts';
import { connectSocket, openSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';
import {
  describeMissedTarget,
  countStatus,
  formatStatuses,
  findUnexpectedStatuses,
  type AttackCase,
  type Statuses,
} from '../attack-case.ts';

/** Tabs that poll for one user: each polls 24 times a minute, and a user has 600 polls. */
const TABS_PER_PERSON = 10;
/** The maximum of sockets of an address at a gateway. */
const ROOM = 50;
/** The ratio of refused to accepted tabs: more connections than a gateway answers with a reason. */
const CROWD = 3;
const POLLING_WITHIN_MS = 60_000;
const CRUD_WITHIN_MS = 30_000;
/** A refused tab polls every 2.5 s, and after a failure every 5 s. */
const CRUD_TARGET_S = 5;
/** Refused tabs wait up to 22 s before they try a socket again. */
const SOCKET_WITHIN_MS = 60_000;

export const nat: AttackCase = {
  name: 'nat',
  description:
    'tabs beyond the 50 sockets of one address per gateway poll under rate limits, and open sockets that are released',
  async run(environment) {
    const room = Math.max(2, environment.scaled(ROOM));
    const site = await environment.startGateways({
      MAX_SOCKETS_PER_ADDRESS: String(room),
      MAX_SOCKETS_PER_PERSON: String(room * (CROWD + 1) * 2),
      RATE_LIMITS: '1',
    });
    // A host name would resolve to two addresses of this machine.
    const urls = site.gateways.map(({ url }) => url.replace('localhost', '127.0.0.1'));
    const author = await signUp(site.gateways[0].url);
    const token = author.accessToken;
    const cleanup = createCleanup();
    try {
      const statuses: Statuses = {};
      const holders = await Promise.all(
        urls.flatMap((url) => Array.from({ length: room }, () => connectSocket(url, { token }))),
      );
      for (const socket of holders) cleanup.defer(socket[Symbol.dispose]);
      const reasons = await Promise.all(urls.map((url) => refusalAt(url, token)));

      const crowd = await signUpCrowd(site.gateways[0].url, (room * CROWD * urls.length) / TABS_PER_PERSON);
      const tabs = await Promise.all(
        urls.flatMap((url) =>
          Array.from({ length: room * CROWD }, (_, n) => {
            const accessToken = crowd[n % crowd.length] ?? token;
            const client = createClient(url, accessToken, (status) => countStatus(statuses, status));
            return openClientTab(url, { ...client, accessToken });
          }),
        ),
      );
      for (const tab of tabs) cleanup.defer(tab[Symbol.dispose]);
      const count = (type: string) => tabs.filter(({ states }) => states.at(-1)?.type === type).length;
      await until(() => count('POLLING') === tabs.length, {
        what: () => `every refused tab polls; ${count('POLLING')} of ${tabs.length} do`,
        timeoutMs: POLLING_WITHIN_MS,
      });
      const startedAt = performance.now();
      const { uuid } = await author.callOk('createActivity', {
        body: { message: 'to tabs without a socket' },
      });
      await until(() => tabs.every(({ shown }) => shown.includes(uuid)), {
        what: 'every refused tab shows the crud',
        timeoutMs: CRUD_WITHIN_MS,
      });
      const seconds = (performance.now() - startedAt) / 1000;
      const accepted = count('READY');
      // The other calls of the users behind the address, in addition to polls.
      for (const accessToken of crowd) {
        const client = createClient(urls[0] ?? '', accessToken, (status) => countStatus(statuses, status));
        for (const call of ['homeFeed', 'trends', 'me'] as const) await client.call(call);
      }

      const freedAt = performance.now();
      for (const socket of holders) socket[Symbol.dispose]();
      await until(() => count('READY') === room * urls.length, {
        what: () => `the free sockets are in use; ${count('READY')} of ${room * urls.length} are`,
        timeoutMs: SOCKET_WITHIN_MS,
      });
      const takenSeconds = (performance.now() - freedAt) / 1000;
      return {
        figures: {
          'refused tabs': tabs.length,
          'crud in every tab after s': seconds,
          'free sockets in use after s': takenSeconds,
          'answers to polls and reads': formatStatuses(statuses),
        },
        faults: [
          ...reasons
            .filter((reason) => reason !== 'too_many')
            .map((reason) => `a socket was refused as ${reason}`),
          ...(accepted > 0 ? [`${accepted} tabs beyond the limit had a socket`] : []),
          ...findUnexpectedStatuses(statuses, [200]),
        ],
        missedTargets: describeMissedTarget('s until every tab shows a crud:', seconds, CRUD_TARGET_S),
      };
    } finally {
      await cleanup.run();
    }
  },
};

/** @returns an access token of each */
async function signUpCrowd(url: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < count; n += 1) tokens.push((await signUp(url)).accessToken);
  return tokens;
}

/** @returns the reason with which another socket is refused */
async function refusalAt(url: string, token: string): Promise<string> {
  using socket = openSocket(url, { token });
  return await socket.waitForEnd();
}
