import pg from 'pg';
import '../../support/services/provided.ts';
import { expect, inject, test } from 'vitest';
import { postCrud } from '../../support/actions.ts';
import { createClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';
import { signUp } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { connectSocket, openSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

interface LogLine {
  msg: string;
  err?: { frames?: string[] };
}

/** What a library may do at any time. */
const WARN = `process.on('SIGUSR2', () => {
  console.warn('by a library');
  process.emitWarning('by a library');
})`;

test(
  '[START-30, DOOR-16] the built program names its version, the required limit of open files is enough to start, frames in the log of the built program name source files and their lines, and warnings of libraries are lines of it too',
  { timeout: 120_000 },
  async () => {
    await using database = await createDatabase(inject('postgres') ?? '');
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(WARN)}`;
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'warn', NODE_OPTIONS };
    await using program = startProgram(env, undefined, ['sh', '-c', 'ulimit -n 1024; exec "$@"', 'sh']);
    const url = await program.waitUntilReady();
    const { version } = JSON.parse(readRepositoryFile('package.json')) as { version: string };
    const commit = expect.stringMatching(/^[0-9a-f]*$/) as string;
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ alive: true, version, commit });
    for (const document of ['openapi', 'asyncapi'])
      expect(await (await fetch(`${url}/api/${document}.json`)).json()).toMatchObject({ info: { version } });
    expect(await (await fetch(`${url}/about`)).text()).toContain(`Version ${version}`);
    expect(program.stderrLines().filter((line) => line.includes('open files'))).toEqual([]);

    const lines = () => program.stderrLines().map((line) => JSON.parse(line) as LogLine);
    const libraryTexts = () => lines().flatMap(({ msg }) => (msg.includes('by a library') ? [msg] : []));
    program.sendSignal('SIGUSR2');
    await program.waitUntil(() => libraryTexts().length > 1, 'the texts of a library are logged');
    program.sendSignal('SIGUSR2');

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('alter table streams rename to streams_away');
    await client.end();
    const frames = () => lines().flatMap(({ err }) => err?.frames ?? []);
    const source = /\/server\/src\/[\w/-]+\.ts:\d+:\d+\)?$/;
    await program.waitUntil(() => frames().some((frame) => source.test(frame)), 'a frame names a source');
    expect(frames().filter((frame) => /\/server\/dist\/(?!packages)/.test(frame))).toEqual([]);
    expect(libraryTexts()).toEqual(['by a library', 'Warning: by a library']);
  },
);

test('after SIGTERM a gateway serves its sockets until they have moved to another gateway', async () => {
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
