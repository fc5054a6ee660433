import { fork } from 'node:child_process';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PARTIAL = 'pg.partial-';

/**
 * Makes the embedded store of a directory that has none: database, tables and, but in production, sample people. It happens in a process of
 * its own, because the first initialisation takes some 800 MB that a process never gives back, and in a folder of its
 * own, so that a kill at any moment leaves either no store or a whole one.
 * @param dataDir locked by the caller
 */
export async function initialiseStore(dataDir: string, options: InitialiseOptions): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(PARTIAL));
  await Promise.all(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
  const partial = await mkdtemp(join(dataDir, PARTIAL));
  const { localPool, samples, signal } = options;
  await runInChildProcess({ localPool, samples, dir: partial }, signal);
  await rename(partial, storeDir(dataDir));
}

export interface InitialiseOptions {
  /** Gives the sample people logins at the local pool. */
  localPool: boolean;
  /** Whether sample people move in; never in production, since their password is published. */
  samples: boolean;
  /** Gives the making up. */
  signal?: AbortSignal;
}

/** What the process is told, as JSON in its first argument. */
export type InitialiseTask = Pick<InitialiseOptions, 'localPool' | 'samples'> & { dir: string };

/** Where the embedded store of a data directory lies. */
export function storeDir(dataDir: string): string {
  return join(dataDir, 'pg');
}

/** Runs `initialise-main` as this program runs: built, or from its sources with the same loader. */
function runInChildProcess(task: InitialiseTask, signal?: AbortSignal): Promise<void> {
  const self = fileURLToPath(import.meta.url);
  const program = join(self, '..', `initialise-main${extname(self)}`);
  const child = fork(program, [JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      // One that was told to end still has the folder open until it has.
      if (child.pid === undefined) reject(error);
    });
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`Making the embedded store failed (${signal ?? code}).`));
    });
  });
}
