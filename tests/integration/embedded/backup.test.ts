import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createClient, type TestClient } from '../../support/clients.ts';
import { readWholeHomeFeed } from '../../support/read-whole-home-feed.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { openHeadlessTab, type HeadlessTab } from '../../support/open-headless-tab.ts';
import { signIn } from '../../support/people.ts';
import { startProgram, type RunningProgram } from '../../support/program.ts';
import { runScript } from '../../support/run-script.ts';
import { copySeededFolder } from '../../support/seeded-folder.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { findStoreFaults } from '../../support/find-store-faults.ts';
import { until } from '../../support/until.ts';

/** A start takes long on a busy machine. */
const START_MS = 150_000;

describe('backup and restore', { timeout: 300_000 }, () => {
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  const dataDir = () => join(folder.path, 'data');
  const archive = () => join(folder.path, 'backup.tar.gz');
  /** Of the program that is backed up, so that its tabs find the next one. */
  let port = '';
  let program: RunningProgram | undefined;
  const start = () => startProgram({ DATA_DIR: dataDir(), RATE_LIMITS: 'off', PORT: port });
  beforeAll(async () => {
    folder = await createTempFolder();
    port = String(await findFreePort());
    await copySeededFolder(dataDir());
  });
  afterAll(async () => {
    await program?.[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** A token from before the backup: the restored pool ends later sign-ins, which it does not know. */
  let token = '';

  test('[BACKUP-1, BACKUP-2] a backup under load contains everything answered before it began and no partial operation; no call fails; and a restore is refused while a program runs', async () => {
    const answered: string[] = [];
    program = start();
    const client = await signInToSample(program);
    token = client.annToken;
    const writing = new AbortController();
    const writers = Array.from({ length: 6 }, (_, n) =>
      writeContinuously(client[n % 2 ? 'bob' : 'ann'], answered, writing.signal),
    );
    await until(() => answered.length >= 40, { what: 'forty cruds are answered' });

    const before = [...answered];
    const { code, stdout } = await runScript('backup', [archive()], { DATA_DIR: dataDir() });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(archive()) as string });
    const during = answered.length - before.length;
    const afterwards = answered.length;
    await until(() => answered.length > afterwards + 5, { what: 'the writing continues' });
    writing.abort();
    await Promise.all(writers);
    expect(during).toBeGreaterThan(0);
    expect(statSync(archive()).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir(), 'backup.sock')).mode & 0o777).toBe(0o600);
    expect((await readdir(dataDir())).filter((name) => name.startsWith('backup.partial-'))).toEqual([]);

    const restored = join(folder.path, 'restored');
    expect(await runScript('restore', [archive()], { DATA_DIR: restored })).toMatchObject({ code: 0 });
    expect((await readdir(join(restored, 'avatars', 'processed'))).length).toBeGreaterThan(0);
    expect(await findStoreFaults(join(restored, 'pg'))).toEqual([]);
    await using again = startProgram({ DATA_DIR: restored, RATE_LIMITS: 'off' });
    const stored = await readWholeHomeFeed((await signInToSample(again)).ann);
    expect(before.filter((uuid) => !stored.has(uuid))).toEqual([]);

    const refused = await runScript('restore', [archive(), '--replace'], { DATA_DIR: restored });
    expect(refused).toMatchObject({ code: 78, stdout: '' });
    expect(refused.stderr).toMatch(/^Another Cruddur \(process \d+\) uses [^\n]*\n$/);
  });

  test('[BACKUP-2] a restore is refused where a store exists, without --replace', async () => {
    const restored = join(folder.path, 'restored');
    const restore = () => runScript('restore', [archive()], { DATA_DIR: restored });
    const kept = async () => (await readdir(restored)).filter((name) => name !== 'cruddur.lock');
    const names = await kept();
    expect(await restore()).toMatchObject({
      code: 78,
      stdout: '',
      stderr: `${restored} has a store: add --replace to put the backup in its place, or set DATA_DIR to another folder.\n`,
    });
    expect(await kept()).toEqual(names);
  });

  test('[BACKUP-3] after a restore every open tab is reset once and follows from there', async () => {
    const open: HeadlessTab[] = [];
    onTestFinished(() => open.forEach((tab) => tab[Symbol.dispose]()));
    // The program that was backed up.
    program ??= start();
    const url = await program.waitUntilReady(START_MS);
    for (let n = 0; n < 3; n += 1) open.push(await openHeadlessTab(url, token));
    await until(() => open.every((tab) => tab.connectionCount() === 1), {
      what: 'three tabs are connected',
    });
    const ann = createClient(url, token);
    const body = { message: 'written after the backup' };
    const { uuid: lost } = await ann.callOk('createActivity', { body });
    await until(() => open.every((tab) => tab.appliedUuids().includes(lost)), {
      what: 'the tabs receive it',
    });
    program.sendSignal('SIGTERM');
    expect(await program.waitForExit()).toBe(0);
    const { code, stdout } = await runScript('restore', [archive(), '--replace'], { DATA_DIR: dataDir() });
    expect(code).toBe(0);
    const replaced = /former store is (\S+): delete it/.exec(stdout)?.[1] ?? '';
    expect(existsSync(join(replaced, 'pg'))).toBe(true);

    program = start();
    await program.waitUntilReady(START_MS);
    await until(() => open.every((tab) => tab.resetCount('public') === 1), {
      what: () => `each tab is reset: ${open.map((tab) => tab.resetCount('public')).join(', ')}`,
      timeoutMs: 20_000,
    });
    const next = (await ann.callOk('createActivity', { body: { message: 'written after the restore' } }))
      .uuid;
    await until(() => open.every((tab) => tab.appliedUuids().includes(next)), { what: 'the tabs follow' });
    expect(open.map((tab) => tab.resetCount('public'))).toEqual([1, 1, 1]);
    expect(open.flatMap((tab) => tab.appliedUuids().filter((uuid) => uuid === next))).toHaveLength(3);
    expect((await readWholeHomeFeed(ann)).has(lost)).toBe(false);
  });

  test('[BACKUP-4] a stopped store can be backed up as well, and PostgreSQL is referred to its own tools', async () => {
    const dir = join(folder.path, 'restored');
    const file = join(folder.path, 'cold.tar.gz');
    expect(await runScript('backup', [file], { DATA_DIR: dir })).toMatchObject({ code: 0 });
    const target = { DATA_DIR: join(folder.path, 'cold') };
    expect(await runScript('restore', [file], target)).toMatchObject({ code: 0 });
    const url = { DATABASE_URL: 'postgres://127.0.0.1:1/cruddur' };
    for (const script of ['backup', 'restore'] as const) {
      const answer = await runScript(script, [file], url);
      expect(answer).toMatchObject({ code: 78, stdout: '' });
      expect(answer.stderr).toMatch(
        /^DATABASE_URL is PostgreSQL: [^\n]*docs\/operations\/backup\.md[^\n]*\n$/,
      );
    }
  });
});

async function signInToSample(program: RunningProgram) {
  const url = await program.waitUntilReady(START_MS);
  const logins = await program.waitForSampleLogins();
  const tokens = await Promise.all(logins.map(async (login) => (await signIn(url, login)).accessToken));
  const [annToken = '', bobToken = ''] = tokens;
  return { url, annToken, ann: createClient(url, annToken), bob: createClient(url, bobToken) };
}

async function writeContinuously(client: TestClient, answered: string[], signal: AbortSignal): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    const crud = await client.callOk('createActivity', { body: { message: `Round ${round}` } });
    answered.push(crud.uuid);
  }
}
