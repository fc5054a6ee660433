import { fork } from 'node:child_process';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UNOPTIMISED } from './open-pglite.ts';

const PARTIAL = 'pg.partial-';

/**
 * Creates the embedded store of a directory that has none: database, tables and, except in production, sample people, or the rows of a backup. It runs in
 * a child process, because the memory that the first initialisation takes is never freed, and in a temporary folder, so that a kill at
 * any moment leaves either no store or a complete one.
 * @param dataDir locked by the caller
 */
export async function initialiseStore(dataDir: string, options: InitialiseOptions): Promise<void> {
  const leftovers = (await readdir(dataDir)).filter((name) => name.startsWith(PARTIAL));
  await Promise.all(leftovers.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
  const partial = await mkdtemp(join(dataDir, PARTIAL));
  const { localPool, samples, rowsOf, signal } = options;
  await runInChildProcess({ localPool, samples, rowsOf, dir: partial }, signal);
  await rename(partial, storeDir(dataDir));
}

export interface InitialiseOptions {
  /** Gives the sample people logins at the local pool. */
  localPool: boolean;
  /** Adds the sample people; never in production, because their password is published. */
  samples: boolean;
  /** The folder with the rows of a backup, of which the store is made instead. */
  rowsOf?: string | undefined;
  /** Cancels the initialisation. */
  signal?: AbortSignal;
}

/** The argument of the child process, as JSON. */
export type InitialiseTask = Omit<InitialiseOptions, 'signal'> & { dir: string };

/** The folder of the embedded store in a data directory. */
export function storeDir(dataDir: string): string {
  return join(dataDir, 'pg');
}

/** Runs `initialise-main`, built or from its sources as this program itself. */
function runInChildProcess(task: InitialiseTask, signal?: AbortSignal): Promise<void> {
  const self = fileURLToPath(import.meta.url);
  const file = extname(self) === '.ts' ? '../cli/initialise-main.ts' : 'initialise-main.js';
  const program = join(self, '..', file);
  const child = fork(program, [JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Compiling PostgreSQL with optimisation takes hundreds of megabytes, and longer than the statements that run here.
    execArgv: [...process.execArgv, ...UNOPTIMISED],
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      // A cancelled child has the folder open until its exit, which rejects below.
      if (child.pid === undefined) reject(error);
    });
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The embedded store could not be created (${signal ?? code}).`));
    });
  });
}
