import pg from 'pg';
import '../../support/services/provided.ts';
import { expect, inject, test } from 'vitest';
import { postCrud } from '../../support/actions.ts';
import { createClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { signUp } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { connectSocket, openSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

interface FailureLine {
  err?: { frames?: string[] };
}

test(
  '[START-19, OBSERVE-8] the required limit of open files is enough to start, and frames in the log of the built program name source files and their lines',
  { timeout: 120_000 },
  async () => {
    await using database = await createDatabase(inject('postgres') ?? '');
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'warn' };
    await using program = startProgram(env, undefined, ['sh', '-c', 'ulimit -n 1024; exec "$@"', 'sh']);
    await program.waitUntilReady();
    expect(program.stderrLines().filter((line) => line.includes('open files'))).toEqual([]);

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('alter table streams rename to streams_away');
    await client.end();
    const frames = () =>
      program.stderrLines().flatMap((line) => (JSON.parse(line) as FailureLine).err?.frames ?? []);
    const source = /\/server\/src\/[\w/-]+\.ts:\d+:\d+\)?$/;
    await program.waitUntil(() => frames().some((frame) => source.test(frame)), 'a frame names a source');
    expect(frames().filter((frame) => /\/server\/dist\/(?!packages)/.test(frame))).toEqual([]);
  },
);

test('[STREAM-22] after SIGTERM a gateway serves its sockets until they have moved to another gateway', async () => {
  await using database = await createDatabase(inject('postgres') ?? '');
  await using home = await createTempFolder();
  const env = { DATABASE_URL: database.url, DATA_DIR: home.path, RATE_LIMITS: 'off', LOG_LEVEL: 'none' };
  await using going = startProgram(env);
  const url = await going.waitUntilReady();
  await using staying = startProgram(env);
  const elsewhere = await staying.waitUntilReady();
  const ann = await signUp(url);
  const token = ann.accessToken;
  using tab = await connectSocket(url, { token });

  going.sendSignal('SIGTERM');
  await until(() => tab.frames.drain.length > 0, { what: 'the tab receives the drain' });
  using newcomer = openSocket(url, { token });
  const [readiness, crud, refusal] = await Promise.all([
    createClient(url).send('GET', '/readyz'),
    postCrud(ann, 'served until the drain'),
    newcomer.waitForEnd(),
  ]);
  expect(readiness).toMatchObject({ status: 503, body: { ready: false, degraded: ['draining'] } });
  expect(refusal).toBe('restarting');
  await tab.waitForEvent('activity.created', ({ data }) => data.uuid === crud.uuid);

  using moved = await connectSocket(elsewhere, { token, cursors: tab.cursors() });
  await createClient(elsewhere, token).callOk('createActivity', { body: { message: 'at the other one' } });
  await moved.waitForEvent('activity.created', ({ data }) => data.message === 'at the other one');
  expect(await tab.waitForEnd()).toBe('restarting');
  expect(await going.waitForExit()).toBe(0);
  expect(moved.applied.public).toHaveLength(1);
});
