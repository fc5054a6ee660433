import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDirectory } from '../../../server/src/store/directory-lock.ts';

const LOCK = 'cruddur.lock';

test('[START-1] a second owner is refused with one line that says what to do', async () => {
  await using folder = await newFolder();
  const lock = await lockDirectory(folder.path);
  const line = `Another Cruddur (process ${process.pid}) uses ${folder.path}: stop it, or set DATA_DIR to another folder.`;
  await expect(lockDirectory(folder.path)).rejects.toMatchObject({ exitCode: 78, message: line });
  await lock.release();
});

test('[START-1] a released directory is free, and nothing is left in it', async () => {
  await using folder = await newFolder();
  const first = await lockDirectory(folder.path);
  await first.release();
  expect(await readdir(folder.path)).toEqual([]);
  const second = await lockDirectory(folder.path);
  await first.release();
  await expect(lockDirectory(folder.path)).rejects.toThrow('Another Cruddur');
  await second.release();
});

test.each([
  ['of a process that is gone', async () => JSON.stringify({ pid: await deadPid(), started: '1' })],
  ['of a process that got a dead one’s number', () => JSON.stringify({ pid: process.pid, started: '1' })],
  ['that a power cut left empty', () => ''],
])('[START-2] a lock %s is replaced', async (_, content) => {
  await using folder = await newFolder();
  await writeFile(join(folder.path, LOCK), await content());
  const lock = await lockDirectory(folder.path);
  expect(JSON.parse(await readFile(join(folder.path, LOCK), 'utf8'))).toMatchObject({ pid: process.pid });
  expect(await readdir(folder.path)).toEqual([LOCK]);
  await lock.release();
});

test('[START-2] of many that want a dead owner’s directory at once, one gets it', async () => {
  for (let round = 0; round < 20; round += 1) {
    await using folder = await newFolder();
    await writeFile(join(folder.path, LOCK), JSON.stringify({ pid: process.pid, started: '1' }));
    const starts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(folder.path)));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

test('[START-2] an heir that died before it took over is no obstacle either', async () => {
  await using folder = await newFolder();
  await writeFile(join(folder.path, LOCK), JSON.stringify({ pid: process.pid, started: '1' }));
  const claim = JSON.stringify({ pid: process.pid, started: '2' });
  await writeFile(join(folder.path, `${LOCK}.after-${process.pid}-1`), claim);
  const lock = await lockDirectory(folder.path);
  expect(await readdir(folder.path)).toEqual([LOCK]);
  await lock.release();
});

async function newFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'cruddur-lock-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}
