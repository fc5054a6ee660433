import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startLockHolder } from '../../support/start-lock-holder.ts';
import { isUsable } from '../../support/services/availability.ts';
import { pidNamespaceCommand } from '../../support/services/pid-namespace.ts';

/** A data directory with a lock file of this content. */
async function lockedBy(lock: string): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'cruddur-lock-'));
  await writeFile(join(path, 'cruddur.lock'), lock);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

function run(words: string[], dataDir: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, words, { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

async function holder(dataDir: string): Promise<string> {
  const script = `import { lockHolder } from './.ci/directory-lock.mjs'; console.log(await lockHolder(process.env.DATA_DIR));`;
  return (await run(['--input-type=module', '--eval', script], dataDir)).stdout.trim();
}

async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.split(') ').at(-1)?.split(' ')[19] ?? '';
}

test('[START-1] a second start on a directory in use exits 78 with one line, before anything is built', async () => {
  const started = await startOf(process.pid);
  await using dataDir = await lockedBy(JSON.stringify({ pid: process.pid, started }));
  const { code, stdout, stderr } = await run(['.ci/prepare.mjs', 'start'], dataDir.path);
  expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
  expect(stderr.trim()).toMatch(/^Another Cruddur \(process \d+\) uses \S+: stop it, or set DATA_DIR .*$/);
});

const gone = 2 ** 22;
test.each([
  ['of a dead process', JSON.stringify({ pid: gone, started: '' })],
  ['whose pid now belongs to another process', JSON.stringify({ pid: process.pid, started: '1' })],
  ['that was truncated while it was written', '{"pid": 12'],
  ['that holds no pid', '{}'],
])('[START-2] a lock %s does not block a start', async (_what, lock) => {
  await using dataDir = await lockedBy(lock);
  expect(await holder(dataDir.path)).toBe('undefined');
});

test('[START-1] before the build too, the kernel reports who holds a directory', async () => {
  await using folder = await createTempFolder();
  await using held = await startLockHolder(folder.path);
  const { code, stderr } = await run(['.ci/prepare.mjs', 'start'], folder.path);
  expect({ code, stderr }).toEqual({
    code: 78,
    stderr: `Another Cruddur (process ${held.pid}) uses ${folder.path}: stop it, or set DATA_DIR to another folder.\n`,
  });
  await held.killToZombie();
  expect(await holder(folder.path)).toBe('undefined');
});

test.runIf(process.platform === 'linux' && isUsable('unshare', 'PID namespace'))(
  '[START-18] before the build too, a holder in another PID namespace blocks the start',
  async () => {
    await using folder = await createTempFolder();
    await using held = await startLockHolder(folder.path, pidNamespaceCommand());
    expect(held.pid).not.toBe(process.pid);
    expect(await holder(folder.path)).toMatch(/^Another Cruddur \(process \d+ of another container\)$/);
  },
);
