import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDirectory } from '../../../server/src/store/directory-lock.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startLockHolder } from '../../support/start-lock-holder.ts';
import { isUsable } from '../../support/services/availability.ts';
import { pidNamespaceCommand } from '../../support/services/pid-namespace.ts';

const LOCK = 'cruddur.lock';
const onLinux = process.platform === 'linux';

test('[START-1] a second owner is refused with one line that names the remedy', async () => {
  await using folder = await createTempFolder();
  const lock = await lockDirectory(folder.path);
  const line = `Another Cruddur (process ${process.pid}) uses ${folder.path}: stop it, or set DATA_DIR to another folder.`;
  await expect(lockDirectory(folder.path)).rejects.toMatchObject({ exitCode: 78, message: line });
  await lock.release();
});

test('[START-1] a released directory is free and empty', async () => {
  await using folder = await createTempFolder();
  const first = await lockDirectory(folder.path);
  await first.release();
  expect(await readdir(folder.path)).toEqual([]);
  const second = await lockDirectory(folder.path);
  await first.release();
  await expect(lockDirectory(folder.path)).rejects.toThrow('Another Cruddur');
  await second.release();
});

test.runIf(onLinux)(
  '[SECURITY-3] a data directory created by the program is not accessible to other users',
  async () => {
    await using folder = await createTempFolder();
    const made = join(folder.path, 'data');
    const lock = await lockDirectory(made);
    expect(((await stat(made)).mode & 0o777).toString(8)).toBe('700');
    await lock.release();
  },
);

test.runIf(onLinux && isUsable('unshare', 'PID namespace'))(
  '[START-18] the lock of a process in another PID namespace holds, although its pid is unknown or another process’s here',
  async () => {
    await using folder = await createTempFolder();
    await using holder = await startLockHolder(folder.path, pidNamespaceCommand());
    expect(holder.pid).not.toBe(process.pid);
    await expect(lockDirectory(folder.path)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(/^Another Cruddur \(process \d+ of another container\) uses /) as string,
    });
  },
);

test.runIf(onLinux)('[START-2] a zombie holds no lock', async () => {
  await using folder = await createTempFolder();
  await using holder = await startLockHolder(folder.path);
  await expect(lockDirectory(folder.path)).rejects.toThrow(`(process ${holder.pid})`);
  await holder.killToZombie();
  const lock = await lockDirectory(folder.path);
  await lock.release();
});

test.each([
  ['of a process that has ended', async () => ({ pid: await deadPid(), started: '1' })],
  ['of a process that reuses a dead one’s pid', () => ({ pid: process.pid, started: '1' })],
  ['of a running process that does not hold it', () => ({ pid: process.ppid, started: '', kernel: true })],
])('[START-2] a lock file %s does not block a start', async (_, owner) => {
  await using folder = await createTempFolder();
  await writeFile(join(folder.path, LOCK), JSON.stringify(await owner()));
  await expectTaken(folder.path);
});

test('[START-2] a lock file that a power cut left empty does not block a start', async () => {
  await using folder = await createTempFolder();
  await writeFile(join(folder.path, LOCK), '');
  await expectTaken(folder.path);
});

test('[START-1] the lock file of a running version without a kernel lock holds', async () => {
  await using folder = await createTempFolder();
  await writeFile(join(folder.path, LOCK), JSON.stringify({ pid: process.pid, started: '' }));
  await expect(lockDirectory(folder.path)).rejects.toThrow(`Another Cruddur (process ${process.pid})`);
});

test('[START-2] of many starts on a dead owner’s directory at once, one gets the lock', async () => {
  await using folder = await createTempFolder();
  await writeFile(join(folder.path, LOCK), JSON.stringify({ pid: process.pid, started: '1' }));
  const starts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(folder.path)));
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

async function expectTaken(dataDir: string): Promise<void> {
  const lock = await lockDirectory(dataDir);
  expect(JSON.parse(await readFile(join(dataDir, LOCK), 'utf8'))).toMatchObject({ pid: process.pid });
  expect(await readdir(dataDir)).toEqual([LOCK]);
  await lock.release();
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}
