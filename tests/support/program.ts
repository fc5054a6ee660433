import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FROM_SOURCES = ['--import', 'tsx', '--conditions=source'];

/** The real program in a process of its own, run from its sources. */
export interface RunningProgram extends AsyncDisposable {
  /** Waits for the ready line, and gives the address in it. */
  ready(): Promise<string>;
  /** Lines of stdout so far. */
  lines(): string[];
  /** Lines of stderr so far. */
  faults(): string[];
  signal(name: NodeJS.Signals): void;
  /** Waits for its end: the exit code, or null after a signal that it could not answer. */
  ended(): Promise<number | null>;
  /** What it holds in memory, in MB; on Linux. */
  memory(): number;
}

/** Starts `server/src/main.ts`, or another program beside it, with these variables and none of ours. */
export function startProgram(env: Record<string, string>, program = 'main'): RunningProgram {
  const child = spawn(process.execPath, [...FROM_SOURCES, `server/src/${program}.ts`], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return {
    ready: () =>
      until(() => addressIn(stdout(), child), { what: () => `ready\n${stderr()}`, timeoutMs: 25_000 }),
    lines: () => linesOf(stdout()),
    faults: () => linesOf(stderr()),
    signal: (name) => child.kill(name),
    ended: () => exit,
    memory: () => residentMegabytes(child.pid ?? 0),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

function addressIn(text: string, child: ChildProcess): string | undefined {
  if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} before it was ready.`);
  return /^Cruddur is ready at (\S+)$/m.exec(text)?.[1];
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
