import { execFile } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { acceptsConnections, serverArguments } from '../../../support/services/postgres-cluster.ts';
import { initCluster } from '../../../support/services/postgres-folder.ts';
import { findProgram } from '../../../support/services/find-program.ts';
import { findFreePort } from '../../../support/services/find-free-port.ts';
import { startManagedProcess, type ManagedProcess } from '../../../support/services/managed-process.ts';
import { until } from '../../../support/until.ts';

const run = promisify(execFile);

/** A PostgreSQL that can be killed, stopped at once and started again on the same folder and port. */
export interface ChaosPostgres extends AsyncDisposable {
  port: number;
  /** Without a proxy. */
  url: string;
  /** KILL ends the main process only, as the OOM killer does; QUIT is an "immediate" shutdown. */
  kill(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  start(): Promise<void>;
  /** Stops all its processes for this many milliseconds, and continues them. */
  freeze(ms: number): Promise<void>;
  /** Its output so far. */
  output(): string;
  /** The database as SQL, for `restore`. */
  dump(): Promise<string>;
  /** Replaces the database by an older state, whatever is connected. */
  restore(dump: string): Promise<void>;
}

/** Answered writes survive the end of any process, but not a power cut: that would take a disk sync per commit. */
const SETTINGS = { synchronous_commit: 'on' };

const DUMP_MAX_BYTES = 500_000_000;

export async function startChaosPostgres(): Promise<ChaosPostgres> {
  const { bin, folder, identity } = await initCluster();
  const port = await findFreePort();
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  const outputs: (() => string)[] = [];
  let server: ManagedProcess | undefined;

  async function start(): Promise<void> {
    // Backends of a killed server hold its shared memory a moment longer, and it does not start before they release it.
    await until(tryToStart, {
      what: () => `PostgreSQL starts\n${server?.output() ?? ''}`,
      timeoutMs: 30_000,
    });
  }

  async function tryToStart(): Promise<boolean> {
    const words = ['-D', folder, ...serverArguments(port, SETTINGS)];
    const attempt = startManagedProcess({
      command: [join(bin, 'postgres'), ...words],
      endSignal: 'INT',
      identity,
    });
    server = attempt;
    outputs.push(attempt.output);
    return until(async () => (await acceptsConnections(url)) || attempt.child.exitCode !== null, {
      what: 'PostgreSQL starts or gives up',
      timeoutMs: 20_000,
    }).then(() => attempt.child.exitCode === null);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    process.kill(mainProcess(), signal);
    await server?.exited;
  }

  async function freeze(ms: number): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const stopped: number[] = [];
    const stop = (id: number) => {
      sendSignal(id, 'SIGSTOP');
      stopped.push(id);
    };
    try {
      // The main process first, so that it starts no session during the iteration.
      stop(mainProcess());
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
      for (const { pid } of rows) stop(pid);
      await pause(ms);
    } finally {
      for (const id of stopped) sendSignal(id, 'SIGCONT');
      await client.end();
    }
  }

  const mainProcess = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  // A symlink to the server does not imply links to its tools.
  const tool = (name: string) =>
    findProgram(name, [bin, dirname(realpathSync(join(bin, 'postgres')))]) ?? name;
  const sql = async (statement: string) => {
    await run(tool('psql'), ['-q', '-d', url.replace(/postgres$/, 'template1'), '-c', statement]);
  };

  await start();
  return {
    port,
    url,
    kill: end,
    start,
    freeze,
    output: () => outputs.map((one) => one()).join(''),
    async dump() {
      const { stdout } = await run(tool('pg_dump'), ['-d', url], { maxBuffer: DUMP_MAX_BYTES });
      return stdout;
    },
    async restore(dump) {
      await sql('drop database postgres with (force)');
      await sql('create database postgres template template0');
      const restored = run(tool('psql'), ['-q', '-v', 'ON_ERROR_STOP=1', '-d', url]);
      restored.child.stdin?.end(dump);
      await restored;
    },
    async [Symbol.asyncDispose]() {
      await server?.[Symbol.asyncDispose]();
      await run('rm', ['-rf', '--', folder]);
    },
  };
}

/** Sessions end by themselves at any moment; those that have exited need no signal. */
function sendSignal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
