/** Two gateways under load while Redis runs, is stopped for 30 s, is back, and is frozen with SIGSTOP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { signUp } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { startPostgres } from '../../support/services/postgres-cluster.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { startRedis } from '../../support/services/redis.ts';
import { connectSocket } from '../../support/sockets.ts';
import { printVerdict } from '../print-verdict.ts';
import { runLoad, percentileOf, type Delivery } from './run-load.ts';

const WRITERS = 4;
const TABS = 10;
const SECONDS = { well: 10, away: 30, stopped: 15 };
/** The time after which a restarted Redis must be in use again. */
const BACK_MS = 2000;

const folder = await mkdtemp(join(tmpdir(), 'cruddur-bench-'));
await using cluster = await startPostgres();
await using database = await createDatabase(cluster.adminUrl);
const redis = await startRedis();
const env = {
  DATABASE_URL: database.url,
  REDIS_URL: redis.url,
  DATA_DIR: folder,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'none',
};
await using gatewayOne = startProgram(env);
const url = await gatewayOne.waitUntilReady();
await using gatewayTwo = startProgram(env);
const otherUrl = await gatewayTwo.waitUntilReady();
const people = await Promise.all(Array.from({ length: WRITERS }, () => signUp(url)));
const [{ accessToken: token } = { accessToken: '' }] = people;
const tabs = await Promise.all(Array.from({ length: TABS }, () => connectSocket(otherUrl, { token })));

await runLoad(people, tabs, 3);
const well = await runLoad(people, tabs, SECONDS.well);
printDeliveries('well', well);
await redis[Symbol.asyncDispose]();
const stoppedLoad = runLoad(people, tabs, SECONDS.away);
await pause(5000);
let degraded = 0;
for (const gateway of [url, otherUrl]) {
  const ready = await fetch(`${gateway}/readyz`);
  const words = await ready.text();
  process.stdout.write(`  /readyz while stopped: ${String(ready.status)} ${words}\n`);
  if (ready.status === 200 && words.includes('"degraded":["redis"]')) degraded += 1;
}
const away = await stoppedLoad;
printDeliveries('away', away);
await using restartedRedis = await startRedis(Number(new URL(redis.url).port));
await pause(BACK_MS);
const back = await runLoad(people, tabs, SECONDS.well);
printDeliveries('back', back);
const client = new Redis(restartedRedis.url);
const pid = Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
client.disconnect();
process.kill(pid, 'SIGSTOP');
const stopped = await runLoad(people, tabs, SECONDS.stopped);
printDeliveries('stopped', stopped);
process.kill(pid, 'SIGCONT');
await pause(BACK_MS);
printDeliveries('going on', await runLoad(people, tabs, SECONDS.well));

printVerdict('Redis stopped: 5xx answers', countServerErrors(away), { unit: 'of them', atMost: 0 });
printVerdict('Redis stopped: received after the answer, p99', percentileOf(away, 'after', 0.99), {
  unit: 'ms',
  atMost: 1000,
});
printVerdict('Redis away: gateways ready, degraded by Redis alone', degraded, { unit: 'of 2', atLeast: 2 });
// Without Redis half of all events wait for the next read of the heads, every 250 ms; with Redis none does.
printVerdict(
  '2 s after its restart: received after the answer, p50 above that of the same run with Redis',
  medianIncrease(back, 'after'),
  {
    unit: 'ms',
    atMost: 50,
  },
);
printVerdict(
  'Redis frozen: answered, p50 above that of the same run without Redis',
  medianIncrease(stopped, 'answered'),
  {
    unit: 'ms',
    atMost: 50,
  },
);
for (const tab of tabs) tab[Symbol.dispose]();
await rm(folder, { recursive: true, force: true });

function printDeliveries(when: string, trips: readonly Delivery[]): void {
  const failed = trips.filter(({ status }) => status !== 200);
  const ms = (of: keyof Omit<Delivery, 'status'>) =>
    [0.5, 0.99].map((part) => percentileOf(trips, of, part).toFixed(0)).join(' / ');
  process.stdout.write(
    `${when}: ${String(trips.length)} cruds, ${String(failed.length)} refused; ` +
      `p50 / p99 in ms: answered ${ms('answered')}, received by all tabs at the other gateway ${ms('received')}, after the answer ${ms('after')}\n`,
  );
}

function countServerErrors(trips: readonly Delivery[]): number {
  return trips.filter(({ status }) => status >= 500).length;
}

/** The increase of the median compared with the same run under normal conditions. */
function medianIncrease(trips: readonly Delivery[], of: keyof Omit<Delivery, 'status'>): number {
  return percentileOf(trips, of, 0.5) - percentileOf(well, of, 0.5);
}
