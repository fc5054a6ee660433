import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from './find-postgres.ts';

const run = promisify(execFile);

/** A new data folder, and the user that can run a server on it. */
export type Cluster = {
  /** The folder of `postgres`, `pg_dump` and the other tools. */
  bin: string;
  folder: string;
  /** Undefined when the current user can run the server. */
  identity: { uid: number; gid: number } | undefined;
};

/** Creates the folder of a new cluster whose superuser is `test`; the caller that starts a server removes it. */
export async function initCluster(): Promise<Cluster> {
  const bin = findPostgres();
  if (!bin) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  const identity = await findUnprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'cruddur-postgres-'));
  if (identity) await chown(folder, identity.uid, identity.gid);
  const initdb = ['--auth=trust', '--username=test', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run(join(bin, 'initdb'), [...initdb, '--pgdata', folder], { cwd: '/', ...identity });
  return { bin, folder, identity };
}

/** PostgreSQL refuses root; then the user of its package runs it, else `nobody`. */
export async function findUnprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry = ['postgres', 'nobody'].map((name) => lines.find(([user]) => user === name)).find(Boolean);
  if (!entry)
    throw new Error('PostgreSQL refuses root, and this machine has no user named postgres or nobody');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}
