import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../until.ts';
import { findPostgres } from './find-postgres.ts';
import { freePort } from './free-port.ts';
import { startTied } from './tied-process.ts';

const run = promisify(execFile);

/** `adminUrl` opens the cluster's own database as its superuser; tests make theirs with `createDatabase`. */
export type RunningPostgres = AsyncDisposable & { adminUrl: string };

/** A throwaway PostgreSQL cluster on a free loopback port. It forgets on power loss, which makes it quick. */
export async function startPostgres(): Promise<RunningPostgres> {
  const bin = findPostgres();
  if (!bin) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  const identity = await ordinaryUser();
  const folder = await mkdtemp(join(tmpdir(), 'cruddur-postgres-'));
  if (identity) await chown(folder, identity.uid, identity.gid);
  const initdb = ['--auth=trust', '--username=test', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run(join(bin, 'initdb'), [...initdb, '--pgdata', folder], { cwd: '/', ...identity });
  const port = await freePort();
  const tied = startTied({
    command: [join(bin, 'postgres'), '-D', folder, ...settings(port)],
    endSignal: 'INT',
    identity,
    folder,
  });
  const adminUrl = `postgres://test@127.0.0.1:${port}/postgres`;
  await until(() => accepts(adminUrl), {
    what: () => `PostgreSQL accepts on port ${port}\n${tied.output()}`,
  });
  return { adminUrl, [Symbol.asyncDispose]: () => tied[Symbol.asyncDispose]() };
}

function settings(port: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '64MB',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function accepts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses root; then the user of its package runs it, or failing that nobody. */
async function ordinaryUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry = ['postgres', 'nobody'].map((name) => lines.find(([user]) => user === name)).find(Boolean);
  if (!entry)
    throw new Error('PostgreSQL refuses root, and this machine has no user named postgres or nobody.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}
