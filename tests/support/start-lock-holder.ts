import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface LockHolder extends AsyncDisposable {
  pid: number;
  /** Kills it as `kill -9` does; its parent never waits for it, so a zombie stays. */
  killToZombie(): Promise<void>;
}

/** Another process that locks a data directory. @param within words before its command, such as `unshare` and its options */
export async function startLockHolder(dataDir: string, within: string[] = []): Promise<LockHolder> {
  const command = [...within, process.execPath, '--import', 'tsx', 'tests/support/lock-holder.ts', dataDir];
  // `exec` turns the shell into a program that waits for no child.
  const child = spawn('sh', ['-c', '"$@" & exec sleep 600', 'sh', ...command], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const pid = await until(() => /^locked (\d+)$/m.exec(output)?.[1], { what: 'the directory is locked' });
  const ended = once(child, 'close');
  const group = -(child.pid ?? 0);
  return {
    pid: Number(pid),
    async killToZombie() {
      process.kill(Number(pid), 'SIGKILL');
      await until(() => processStateOf(Number(pid)) === 'Z', { what: 'the holder is a zombie' });
    },
    async [Symbol.asyncDispose]() {
      process.kill(group, 'SIGKILL');
      await ended;
    },
  };
}

function processStateOf(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[0];
}
