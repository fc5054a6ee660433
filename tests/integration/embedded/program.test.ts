import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamEvent } from '@cruddur/shared';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseCommand } from '../../../server/src/operate/parse-command.ts';
import { postCrud } from '../../support/actions.ts';
import { createClient, type TestClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { findStoreFaults } from '../../support/find-store-faults.ts';
import { openHeadlessTab, type HeadlessTab } from '../../support/open-headless-tab.ts';
import { signIn } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { readWholeHomeFeed } from '../../support/read-whole-home-feed.ts';
import { runScript } from '../../support/run-script.ts';
import { copySeededFolder } from '../../support/seeded-folder.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { until } from '../../support/until.ts';

/** A start takes long on a busy machine. */
const START_MS = 150_000;

/** Starts take the most time, so each test goes on with the program and the data of the one before. */
describe('one program, from its first day to its restore', { timeout: 300_000, shuffle: false }, async () => {
  const folder = disposeAfterAll(await createTempFolder());
  const [dataDir, archive] = [join(folder.path, 'data'), join(folder.path, 'backup.tar.gz')];
  await copySeededFolder(dataDir);
  const env = { DATA_DIR: dataDir };
  /** The same for every start, so that clients and tabs find the next one. */
  const port = String(await findFreePort());
  const url = `http://localhost:${port}`;

  async function start() {
    const program = disposeAfterAll(startProgram({ ...env, RATE_LIMITS: 'off', PORT: port }));
    await program.waitUntilReady(START_MS);
    return program;
  }
  let program: Awaited<ReturnType<typeof start>>;
  /** The sign-ins of the sample people, from before the backup: a restored pool does not know later ones. */
  let token = '';
  let ann: TestClient;
  let bob: TestClient;
  const answered: string[] = [];

  test('npm run operate works against the running program, in text and in JSON, and refuses wrong options in one line', async () => {
    const operate = (...words: string[]) => runScript('operate', words, env);
    const fault = (line: string) => ({ code: 78, stdout: '', stderr: `${line}\n` });
    expect(await operate('list')).toEqual(fault(`No Cruddur runs on ${dataDir}: start it, or set DATA_DIR.`));

    program = await start();
    const logins = await program.waitForSampleLogins();
    const tokens = await Promise.all(logins.map(async (login) => (await signIn(url, login)).accessToken));
    token = tokens[0] ?? '';
    [ann, bob] = [createClient(url, token), createClient(url, tokens[1])];
    const { uuid: crud } = await postCrud(ann, 'x');
    const { uuid: report } = await bob.callOk('report', {
      body: { kind: 'crud', uuid: crud, reason: 'spam' },
    });
    expect(statSync(join(dataDir, 'operate.sock')).mode & 0o777).toBe(0o600);

    const listed = await operate('list', '--json');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(listed.stdout)).toMatchObject({ cases: [{ id: report, uuid: crud, reports: 1 }] });
    expect((await operate('show', report)).stdout).toMatch(/^A crud by @\w+: .*\n\nReported by @\w+ on /);
    expect(await operate('close', report, '--reason', 'no harm')).toMatchObject({ code: 0, stderr: '' });
    expect((await operate('list')).stdout).toBe('There are no open reports.\n');
    expect(await operate('show', report)).toMatchObject({ code: 78, stdout: '' });
    const help = await operate('--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('\n  suspend @HANDLE --until DATE|--for-good --reason TEXT\n');
    expect(await operate('list', 'more')).toEqual(
      fault('Usage: npm run operate -- list [--page NUMBER] [--json]'),
    );
    for (const [words, text] of [
      [[], /^Usage: npm run operate -- list\|.*$/],
      [['lost'], /^Usage: npm run operate -- list\|.*$/],
      [['close', report], /^Usage: npm run operate -- close REPORT --reason TEXT .*$/],
      [['close', report, '--reason', ' '], /^Usage: npm run operate -- close REPORT --reason TEXT .*$/],
      [['show', 'no-uuid'], /^Usage: npm run operate -- show REPORT .*$/],
      [['list', '--jsn'], /^Unknown option '--jsn'\.$/],
    ] as const)
      expect(() => parseCommand([...words])).toThrow(text);
  });

  test('[BACKUP-1, BACKUP-2] a backup under load fails no call, and a restore is refused while the program runs', async () => {
    const writing = new AbortController();
    const writers = Array.from({ length: 6 }, (_, n) =>
      writeContinuously(n % 2 ? bob : ann, answered, writing.signal),
    );
    await until(() => answered.length >= 40, { what: 'forty cruds are answered' });
    const before = answered.length;
    const { code, stdout } = await runScript('backup', [archive], env);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(archive) as string });
    const after = answered.length;
    await until(() => answered.length > after + 5, { what: 'the writing continues' });
    writing.abort();
    await Promise.all(writers);
    expect(after).toBeGreaterThan(before);
    // What the backup must have.
    answered.length = before;
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'backup.sock')).mode & 0o777).toBe(0o600);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('backup.partial-'))).toEqual([]);

    const refused = await runScript('restore', [archive, '--replace'], env);
    expect(refused).toMatchObject({ code: 78, stdout: '' });
    expect(refused.stderr).toMatch(/^Another Cruddur \(process \d+\) uses [^\n]*\n$/);
  });

  test('[START-10] of kills in the middle of writing, none loses what was answered or doubles what is sent again', async () => {
    const before = await readWholeHomeFeed(ann);
    const { head = '' } = (await ann.callOk('sync')).streams.public ?? {};
    /** By operation; null without an answer. */
    const sent = new Map<string, string | null>();
    const post = (operation: string) =>
      ann.callOk('createActivity', { body: { message: operation }, operation });
    for (const [kill, answers] of [5, 40].entries()) {
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; ; n += 1) {
          const operation = `kill-${kill}-${writer}-${n}`;
          sent.set(operation, null);
          sent.set(operation, (await post(operation)).uuid);
        }
      });
      const isAnswered = () => [...sent.values()].filter(Boolean).length >= answers;
      await until(isAnswered, { what: `${answers} cruds are answered` });
      program.sendSignal('SIGKILL');
      await Promise.allSettled(writers);
      await program.waitForExit();
      program = await start();
      const stored = await readWholeHomeFeed(ann);
      expect([...before, ...sent.values()].filter((uuid) => uuid !== null && !stored.has(uuid))).toEqual([]);
      for (const [operation, uuid] of sent)
        if (uuid === null) sent.set(operation, (await post(operation)).uuid);
      // There are no new samples.
      expect((await readWholeHomeFeed(ann)).size).toBe(before.size + sent.size);
    }
    const stream = (await ann.callOk('sync', { query: { public: head } })).streams.public;
    const created = stream && 'events' in stream ? stream.events.map(uuidOf) : [];
    expect(created.toSorted()).toEqual([...sent.values()].toSorted());
  });

  test('[BACKUP-1, BACKUP-2] a restore has everything answered before the backup; every open tab is reset once and follows from there', async () => {
    const open: HeadlessTab[] = [];
    onTestFinished(() => open.forEach((tab) => tab[Symbol.dispose]()));
    for (let n = 0; n < 3; n += 1) open.push(openHeadlessTab(url, token));
    await until(() => open.every((tab) => tab.connectionCount() === 1), { what: 'three tabs are connected' });
    const { uuid: lost } = await postCrud(ann, 'written after the backup');
    const receive = (uuid: string) => () => open.every((tab) => tab.appliedUuids().includes(uuid));
    await until(receive(lost), { what: 'the tabs receive it' });
    program.sendSignal('SIGTERM');
    expect(await program.waitForExit()).toBe(0);

    const kept = async () => (await readdir(dataDir)).filter((name) => name !== 'cruddur.lock');
    const names = await kept();
    expect(await runScript('restore', [archive], env)).toEqual({
      code: 78,
      stdout: '',
      stderr: `${dataDir} has a store: add --replace to put the backup in its place, or set DATA_DIR to another folder.\n`,
    });
    expect(await kept()).toEqual(names);
    const { code, stdout } = await runScript('restore', [archive, '--replace'], env);
    expect(code).toBe(0);
    const replaced = /former store is (\S+): delete it/.exec(stdout)?.[1] ?? '';
    expect(existsSync(join(replaced, 'pg'))).toBe(true);
    expect((await readdir(join(dataDir, 'avatars', 'processed'))).length).toBeGreaterThan(0);
    expect(await findStoreFaults(join(dataDir, 'pg'))).toEqual([]);

    program = await start();
    const resets = () => open.map((tab) => tab.resetCount('public'));
    await until(() => resets().every((count) => count === 1), {
      what: () => `each tab is reset: ${resets().join(', ')}`,
      timeoutMs: 20_000,
    });
    const { uuid: next } = await postCrud(ann, 'written after the restore');
    await until(receive(next), { what: 'the tabs follow' });
    expect(resets()).toEqual([1, 1, 1]);
    expect(open.flatMap((tab) => tab.appliedUuids().filter((uuid) => uuid === next))).toHaveLength(3);
    const stored = await readWholeHomeFeed(ann);
    expect(answered.filter((uuid) => !stored.has(uuid))).toEqual([]);
    expect(stored.has(lost)).toBe(false);
  });

  test('a stopped store can be backed up as well, and PostgreSQL is referred to its own tools', async () => {
    program.sendSignal('SIGTERM');
    await program.waitForExit();
    const cold = join(folder.path, 'cold.tar.gz');
    expect(await runScript('backup', [cold], env)).toMatchObject({ code: 0 });
    const target = { DATA_DIR: join(folder.path, 'cold') };
    expect(await runScript('restore', [cold], target)).toMatchObject({ code: 0 });
    const postgres = { DATABASE_URL: 'postgres://127.0.0.1:1/cruddur' };
    for (const script of ['backup', 'restore'] as const) {
      const answer = await runScript(script, [cold], postgres);
      expect(answer).toMatchObject({ code: 78, stdout: '' });
      const line = /^DATABASE_URL is PostgreSQL: [^\n]*docs\/operations\/backup\.md[^\n]*\n$/;
      expect(answer.stderr).toMatch(line);
    }
  });
});

const uuidOf = (event: StreamEvent) => (event.kind === 'activity.created' ? event.data.uuid : event.kind);

async function writeContinuously(by: TestClient, answered: string[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) answered.push((await postCrud(by, 'written continuously')).uuid);
}
