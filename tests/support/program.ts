import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { processorSeconds } from './process-stat.ts';
import { until, type UntilOptions } from './until.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** The built program as a child process, as `npm start` runs it; `npm test` builds first. */
export interface RunningProgram extends AsyncDisposable {
  /** Waits for the ready line. @param withinMs default 60,000. @returns the address in it */
  waitUntilReady(withinMs?: number): Promise<string>;
  /** The two sample logins that follow the ready line. */
  waitForSampleLogins(): Promise<{ email: string; password: string }[]>;
  /** Waits for an outside condition, and fails at once when the program ends. */
  waitUntil<T>(condition: () => T | Promise<T>, what: string): Promise<unknown>;
  /** Lines of stdout so far. */
  stdoutLines(): string[];
  /** Lines of stderr so far. */
  stderrLines(): string[];
  sendSignal(name: NodeJS.Signals): void;
  /** Waits for its end: the exit code, or null after a signal that it could not handle. */
  waitForExit(): Promise<number | null>;
  /** Its resident memory, in MB; on Linux. */
  residentMb(): number;
  /** Its processor time so far, in seconds, which does not depend on other load; on Linux. */
  cpuSeconds(): number;
}

/**
 * Starts it with these variables only.
 * @param folder the folder of the checkout, or of a copy of the build
 * @param commandPrefix words before its command, such as `unshare` and its options
 * @param script another start of the product than the built one
 */
export function startProgram(
  env: Record<string, string>,
  folder = root,
  commandPrefix: readonly string[] = [],
  script = 'server/dist/start.js',
): RunningProgram {
  const command = [...commandPrefix, process.execPath, script];
  const [program = '', ...words] = command;
  const child = spawn(program, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = collectOutput(child.stdout);
  const stderr = collectOutput(child.stderr);
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return {
    waitUntilReady: (timeoutMs = READY_WITHIN_MS) =>
      untilOrExited(child, () => parseReadyAddress(stdout()), {
        what: () => `ready\n${stderr()}`,
        timeoutMs,
      }),
    waitForSampleLogins: () =>
      until(() => parseSampleLogins(splitLines(stdout())), { what: 'two sample logins are printed' }),
    waitUntil: (condition, what) => untilOrExited(child, condition, { what, timeoutMs: READY_WITHIN_MS }),
    stdoutLines: () => splitLines(stdout()),
    stderrLines: () => splitLines(stderr()),
    sendSignal: (name) => child.kill(name),
    waitForExit: () => exit,
    residentMb: () => residentMegabytes(child.pid ?? 0),
    cpuSeconds: () => processorSeconds(child.pid ?? 0),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

function collectOutput(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

const splitLines = (text: string) => text.split('\n').filter((line) => line !== '');

function untilOrExited<T>(
  child: ChildProcess,
  condition: () => T | Promise<T>,
  options: Required<UntilOptions>,
) {
  const orEnded = async () => {
    const found = await condition();
    if (!found && child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
    return found;
  };
  return until(orEnded, options);
}

function parseSampleLogins(lines: string[]): { email: string; password: string }[] | undefined {
  const logins = lines.filter((line) => line.startsWith('login: ')).map((line) => line.split(' '));
  if (logins.length < 2) return undefined;
  return logins.map(([, email = '', password = '']) => ({ email, password }));
}

function parseReadyAddress(text: string): string | undefined {
  return /^Cruddur is ready at (\S+)$/m.exec(text)?.[1];
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
