import { setTimeout as pause } from 'node:timers/promises';
import { createCleanup } from '../../support/cleanup.ts';
import { signUp, type TestPerson } from '../../support/people.ts';
import { connectSocket, type TestSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';
import { describeMissedTarget, type AttackCase } from '../attack-case.ts';
import { floodRedis } from '../flood-redis.ts';
import { percentile } from '../percentile.ts';

const FLOOD_MS = 10_000;
const MIN_FLOOD_MS = 1000;
const POST_EVERY_MS = 100;
/** A gateway logs one line at the first message and one each minute after it. */
const LINE_EVERY_S = 60;
const MARKER = 'forgedbyanintruder';
/** The promised delay for lost envelopes. */
const RECEIVED_WITHIN_MS = 5000;
const RECEIVED_TIMEOUT_MS = 30_000;

export const junkRedis: AttackCase = {
  name: 'junk-redis',
  description: 'unsigned and malformed messages at full speed on all Redis channels of the store, for 10 s',
  async run(environment) {
    const { gateways, run } = await environment.startGateways({ LOG_LEVEL: 'warn' });
    const author = await signUp(gateways[0].url);
    const [store] = await run('select id from store');
    const cleanup = createCleanup();
    try {
      const tabs = await Promise.all(
        gateways.map(({ url }) => connectSocket(url, { token: author.accessToken })),
      );
      for (const tab of tabs) cleanup.defer(tab[Symbol.dispose]);
      const over = AbortSignal.timeout(Math.max(MIN_FLOOD_MS, environment.scaled(FLOOD_MS)));
      const startedAt = performance.now();
      const flood = {
        redisUrl: environment.redisUrl,
        storeId: String(store?.id),
        sub: author.sub,
        marker: MARKER,
      };
      const [sent, posts] = await Promise.all([floodRedis(flood, over), postOn(author, { tabs, over })]);
      const seconds = (performance.now() - startedAt) / 1000;
      const uuids = posts.map(({ uuid }) => uuid);
      const p99 = percentile(
        posts.map(({ receivedMs }) => receivedMs),
        99,
      );
      const lines = gateways.map(({ logLines }) => logLines().filter((line) => line.includes('not signed')));
      const mostLines = Math.max(...lines.map(({ length }) => length));
      return {
        figures: {
          'messages/s': sent / seconds,
          'log lines per 10,000': (lines.flat().length / gateways.length / sent) * 10_000,
          cruds: uuids.length,
          'received p99 ms': p99,
        },
        faults: [
          ...tabs.flatMap((tab) => compareReceived(tab, uuids)),
          ...(lines.some(({ length }) => length === 0) ? ['a gateway did not log the forged messages'] : []),
          ...describeMissedTarget(
            'log lines of one gateway:',
            mostLines,
            1 + Math.floor(seconds / LINE_EVERY_S),
          ),
        ],
        missedTargets: describeMissedTarget(
          'ms until both gateways delivered a crud:',
          p99,
          RECEIVED_WITHIN_MS,
        ),
      };
    } finally {
      await cleanup.run();
    }
  },
};

interface Posting {
  tabs: readonly TestSocket[];
  over: AbortSignal;
}

/** Posts cruds one after the other. @returns each with the time until all tabs had received it */
async function postOn(author: TestPerson, { tabs, over }: Posting) {
  const posts: { uuid: string; receivedMs: number }[] = [];
  while (!over.aborted) {
    const startedAt = performance.now();
    const { uuid } = await author.callOk('createActivity', { body: { message: `crud ${posts.length}` } });
    const hasReceived = (tab: TestSocket) => createdIn(tab).includes(uuid);
    await until(() => tabs.every(hasReceived), {
      what: 'every tab has received a crud',
      timeoutMs: RECEIVED_TIMEOUT_MS,
    });
    posts.push({ uuid, receivedMs: performance.now() - startedAt });
    await pause(POST_EVERY_MS);
  }
  return posts;
}

const createdIn = ({ applied }: TestSocket) =>
  applied.public.flatMap((event) => (event.kind === 'activity.created' ? [event.data.uuid] : []));

/** The tabs must have received the posts, in order, and no other event, frame or error. */
function compareReceived({ applied, frames, rawSocket }: TestSocket, posted: readonly string[]): string[] {
  const events = applied.public.map((event) =>
    event.kind === 'activity.created' ? event.data.uuid : event.kind,
  );
  return [
    ...(events.join() === posted.join()
      ? []
      : [`a tab received ${events.length} events for ${posted.length} cruds`]),
    ...(JSON.stringify(frames).includes(MARKER) ? ['a forged message reached a tab'] : []),
    ...(rawSocket.connected && frames.bye.length === 0 ? [] : ['a tab was closed']),
  ];
}
