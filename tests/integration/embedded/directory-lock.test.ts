import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { lockDirectory } from '../../../server/src/store/directory-lock.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { isUsable } from '../../support/services/availability.ts';
import { pidNamespaceCommand } from '../../support/services/pid-namespace.ts';
import { startLockHolder } from '../../support/start-lock-holder.ts';

const LOCK = 'cruddur.lock';
const onLinux = process.platform === 'linux';

test('[START-1] a second owner is refused with one line that names the remedy, and a released directory is free and empty', async () => {
  await using folder = await createTempFolder();
  const first = await lockDirectory(folder.path);
  const line = `Another Cruddur (process ${process.pid}) uses ${folder.path}: stop it, or set DATA_DIR to another folder.`;
  await expect(lockDirectory(folder.path)).rejects.toMatchObject({ exitCode: 78, message: line });
  await first.release();
  expect(await readdir(folder.path)).toEqual([]);
  const second = await lockDirectory(folder.path);
  await first.release();
  await expect(lockDirectory(folder.path)).rejects.toThrow('Another Cruddur');
  await second.release();
});

test.runIf(onLinux)('a data directory created by the program is not accessible to other users', async () => {
  await using folder = await createTempFolder();
  const made = join(folder.path, 'data');
  const lock = await lockDirectory(made);
  expect(((await stat(made)).mode & 0o777).toString(8)).toBe('700');
  await lock.release();
});

test.each([
  ['of a process that has ended', async () => JSON.stringify({ pid: await deadPid(), namespace: '' })],
  ['of a running process that does not hold it', () => JSON.stringify({ pid: process.ppid, namespace: '' })],
  ['that a power cut left empty', () => ''],
])('a lock file %s does not block a start', async (_, content) => {
  await using folder = await createTempFolder();
  await writeFile(join(folder.path, LOCK), await content());
  const lock = await lockDirectory(folder.path);
  expect(JSON.parse(await readFile(join(folder.path, LOCK), 'utf8'))).toMatchObject({ pid: process.pid });
  expect(await readdir(folder.path)).toEqual([LOCK]);
  await lock.release();
});

test('of many starts on a dead owner’s directory at once, one gets the lock', async () => {
  await using folder = await createTempFolder();
  await writeFile(join(folder.path, LOCK), JSON.stringify({ pid: process.pid, namespace: '' }));
  const starts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(folder.path)));
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

/** Before anything is built, npm asks a script that needs nothing but Node. */
describe('before the build', () => {
  test.each([
    ['of a dead process', JSON.stringify({ pid: 2 ** 22, namespace: '' })],
    ['whose pid now belongs to another process', JSON.stringify({ pid: process.pid, namespace: '' })],
    ['that was truncated while it was written', '{"pid": 12'],
    ['that holds no pid', '{}'],
  ])('a lock %s does not block a start', async (_, content) => {
    await using folder = await createTempFolder();
    await writeFile(join(folder.path, LOCK), content);
    expect(await holderBeforeBuild(folder.path)).toBe('undefined');
  });
});

test('[START-1] a second start on a directory in use exits 78 with one line, before anything is built; a zombie holds no lock', async () => {
  await using folder = await createTempFolder();
  await using holder = await startLockHolder(folder.path);
  const line = `Another Cruddur (process ${holder.pid}) uses ${folder.path}: stop it, or set DATA_DIR to another folder.`;
  await expect(lockDirectory(folder.path)).rejects.toThrow(line);
  const refused = { code: 78, stdout: '', stderr: `${line}\n` };
  await expect(run(['.ci/prepare.mjs', 'start'], folder.path)).rejects.toMatchObject(refused);
  await holder.killToZombie();
  expect(await holderBeforeBuild(folder.path)).toBe('undefined');
  const lock = await lockDirectory(folder.path);
  await lock.release();
});

test.runIf(onLinux && isUsable('unshare', 'PID namespace'))(
  'the lock of a process in another PID namespace holds, although its pid is unknown or another process’s here',
  async () => {
    await using folder = await createTempFolder();
    await using holder = await startLockHolder(folder.path, pidNamespaceCommand());
    expect(holder.pid).not.toBe(process.pid);
    const other = /^Another Cruddur \(process \d+ of another container\)/;
    await expect(lockDirectory(folder.path)).rejects.toThrow(other);
    expect(await holderBeforeBuild(folder.path)).toMatch(other);
  },
);

const run = (words: string[], dataDir: string) =>
  promisify(execFile)(process.execPath, words, {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  });

async function holderBeforeBuild(dataDir: string): Promise<string> {
  const script = `import { lockHolder } from './.ci/directory-lock.mjs'; console.log(await lockHolder(process.env.DATA_DIR));`;
  return (await run(['--input-type=module', '--eval', script], dataDir)).stdout.trim();
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}
