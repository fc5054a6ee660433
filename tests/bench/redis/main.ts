/** Two gateways under load while Redis is well, away for 30 s, back, and stopped with SIGSTOP. */
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
import { connect } from '../../support/sockets.ts';
import { carryLoad, share, type Trip } from './load.ts';

const WRITERS = 4;
const TABS = 10;
const SECONDS = { well: 10, away: 30, stopped: 15 };
/** So soon after its return Redis is used as before. */
const BACK_MS = 2000;

const folder = await mkdtemp(join(tmpdir(), 'cruddur-bench-'));
await using cluster = await startPostgres();
await using database = await createDatabase(cluster.adminUrl);
const redis = await startRedis();
const env = {
  ...{ DATABASE_URL: database.url, REDIS_URL: redis.url, DATA_DIR: folder },
  ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'none' },
};
await using one = startProgram(env);
const url = await one.ready();
await using other = startProgram(env);
const otherUrl = await other.ready();
const people = await Promise.all(Array.from({ length: WRITERS }, () => signUp(url)));
const [{ accessToken: token } = { accessToken: '' }] = people;
const tabs = await Promise.all(Array.from({ length: TABS }, () => connect(otherUrl, { token })));

await carryLoad(people, tabs, 3);
report('well', await carryLoad(people, tabs, SECONDS.well));
await redis[Symbol.asyncDispose]();
const away = carryLoad(people, tabs, SECONDS.away);
await pause(5000);
for (const gateway of [url, otherUrl]) {
  const ready = await fetch(`${gateway}/readyz`);
  process.stdout.write(`  /readyz while away: ${String(ready.status)} ${await ready.text()}\n`);
}
report('away', await away);
await using again = await startRedis(Number(new URL(redis.url).port));
await pause(BACK_MS);
report('back', await carryLoad(people, tabs, SECONDS.well));
const client = new Redis(again.url);
const pid = Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
client.disconnect();
process.kill(pid, 'SIGSTOP');
report('stopped', await carryLoad(people, tabs, SECONDS.stopped));
process.kill(pid, 'SIGCONT');
await pause(BACK_MS);
report('going on', await carryLoad(people, tabs, SECONDS.well));

for (const tab of tabs) tab[Symbol.dispose]();
await rm(folder, { recursive: true, force: true });

function report(when: string, trips: readonly Trip[]): void {
  const failed = trips.filter(({ status }) => status !== 200);
  const ms = (of: keyof Omit<Trip, 'status'>) =>
    [0.5, 0.99].map((part) => share(trips, of, part).toFixed(0)).join(' / ');
  process.stdout.write(
    `${when}: ${String(trips.length)} cruds, ${String(failed.length)} refused; ` +
      `p50 / p99 in ms: answered ${ms('answered')}, heard by all at the other gateway ${ms('heard')}, after the answer ${ms('after')}\n`,
  );
}
