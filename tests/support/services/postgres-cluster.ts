import { join } from 'node:path';
import { until } from '../until.ts';
import { findFreePort } from './find-free-port.ts';
import { initCluster } from './postgres-folder.ts';
import { startManagedProcess } from './managed-process.ts';
import { runAsAdmin } from './postgres.ts';

/** `adminUrl` opens the cluster's own database as its superuser; tests create theirs with `createDatabase`. */
export type RunningPostgres = AsyncDisposable & { adminUrl: string };

/**
 * A temporary PostgreSQL cluster on a free loopback port. It is not durable on power loss, which makes it fast.
 * @param settings replace ours; `durableSettings` for measurements of commits
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<RunningPostgres> {
  const { bin, folder, identity } = await initCluster();
  const port = await findFreePort();
  const server = startManagedProcess({
    command: [join(bin, 'postgres'), '-D', folder, ...serverArguments(port, settings)],
    endSignal: 'INT',
    identity,
    folder,
  });
  const adminUrl = `postgres://test@127.0.0.1:${port}/postgres`;
  await until(() => acceptsConnections(adminUrl), {
    what: () => `PostgreSQL accepts connections on port ${port}\n${server.output()}`,
  });
  return { adminUrl, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** The defaults of PostgreSQL that `startPostgres` replaces: each commit is flushed to the disk. */
export const durableSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '128MB',
};

/** The arguments of a server that is fast and not durable on power loss. */
export function serverArguments(port: number, settings: Record<string, string>): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '64MB',
    ...settings,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** True once a database answers at an address. */
export const acceptsConnections = (connectionString: string): Promise<boolean> =>
  runAsAdmin(connectionString, 'select').then(
    () => true,
    () => false,
  );
