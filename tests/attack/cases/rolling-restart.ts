import { setTimeout as pause } from 'node:timers/promises';
import { hasSocket, longestWithoutSocket, openClientTab, type ClientTab } from '../../support/client-tab.ts';
import { createCleanup } from '../../support/cleanup.ts';
import { signUp } from '../../support/people.ts';
import { postUntilAnswered } from '../../support/post-until-answered.ts';
import { startTopology } from '../../support/services/topology.ts';
import { until } from '../../support/until.ts';
import { describeMissedTarget, type AttackCase } from '../attack-case.ts';
import { isFault } from '../attacked-gateway.ts';

const TABS = 100;
const MIN_TABS = 4;
const WITHOUT_SOCKET_MS = 3000;
const POST_EVERY_MS = 100;
/** Tabs reconnect within seconds; the rest is for a machine with other work. */
const BACK_WITHIN_MS = 30_000;

export const rollingRestart: AttackCase = {
  name: 'rolling-restart',
  description: 'three gateways restart one after the other under 100 tabs, while a user posts',
  async run(environment) {
    const { adminUrl, redisUrl } = environment;
    const count = Math.max(MIN_TABS, environment.scaled(TABS));
    // A tab has two sockets while it moves.
    const env = { LOG_LEVEL: 'error', RATE_LIMITS: 'off', MAX_SOCKETS_PER_PERSON: String(count * 2) };
    await using topology = await startTopology({ adminUrl, redisUrl, env });
    const { proxy, gateways } = topology;
    const author = await signUp(proxy.url);
    const cleanup = createCleanup();
    try {
      const tabs = await Promise.all(Array.from({ length: count }, () => openClientTab(proxy.url, author)));
      for (const tab of tabs) cleanup.defer(tab[Symbol.dispose]);
      const allHaveSockets = () =>
        until(() => tabs.every(hasSocket), { what: 'every tab has a socket', timeoutMs: BACK_WITHIN_MS });
      await allHaveSockets();
      const restarts = new AbortController();
      cleanup.defer(() => restarts.abort());
      const posting = postOn(author, restarts.signal);
      posting.catch(() => undefined);
      for (const gateway of gateways) {
        await gateway.restart();
        await allHaveSockets();
      }
      restarts.abort();
      const posted = await posting;
      const last = posted.at(-1) ?? '';
      await until(() => tabs.every(({ shown }) => shown.includes(last)), {
        what: 'every tab shows the last crud',
        timeoutMs: BACK_WITHIN_MS,
      });
      const longestMs = Math.max(...tabs.map(longestWithoutSocket));
      return {
        figures: {
          tabs: count,
          cruds: posted.length,
          moves: sum(tabs.map(moves)),
          'longest without socket ms': longestMs,
        },
        faults: [
          // Each gateway restarts, so each tab has to leave its first one.
          ...(tabs.every((tab) => moves(tab) > 0) ? [] : ['a tab kept its socket through all restarts']),
          ...tabs.flatMap((tab) => compareShown(tab, posted)),
          ...gateways.flatMap(({ logLines }) => logLines().filter(isFault)),
        ],
        missedTargets: describeMissedTarget('ms without a socket:', longestMs, WITHOUT_SOCKET_MS),
      };
    } finally {
      await cleanup.run();
    }
  },
};

/** @returns the uuids, in the order of the posts */
async function postOn(author: Parameters<typeof postUntilAnswered>[0], over: AbortSignal): Promise<string[]> {
  const posted: string[] = [];
  while (!over.aborted) {
    posted.push(await postUntilAnswered(author, `crud ${posted.length} during the restarts`));
    await pause(POST_EVERY_MS);
  }
  return posted;
}

/** The number of times that it opened another socket. */
const moves = ({ states }: ClientTab) => states.filter(({ type }) => type === 'READY').length - 1;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** One author posts sequentially, so every tab must show exactly these cruds, in this order. */
function compareShown({ shown }: ClientTab, posted: readonly string[]): string[] {
  const missing = posted.filter((uuid) => !shown.includes(uuid)).length;
  const doubled = shown.length - new Set(shown).size;
  if (missing > 0 || doubled > 0) return [`a tab missed ${missing} cruds and showed ${doubled} twice`];
  return shown.join() === posted.join() ? [] : ['a tab showed the cruds in another order'];
}
