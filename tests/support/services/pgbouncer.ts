import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.ts';
import { findProgram } from './find-program.ts';
import { findFreePort } from './find-free-port.ts';
import { acceptsConnections } from './postgres-cluster.ts';
import { findUnprivilegedUser } from './postgres-folder.ts';
import { startManagedProcess } from './managed-process.ts';

export type RunningPgBouncer = AsyncDisposable & { url: string };

const findPgBouncer = (): string | undefined => findProgram('pgbouncer', ['/usr/sbin']);

/**
 * A PgBouncer in front of a database, on a free loopback port.
 * @param settings lines of its section `[pgbouncer]`
 */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<RunningPgBouncer> {
  const program = findPgBouncer();
  if (!program) throw new Error('PgBouncer is missing: apt-get install pgbouncer');
  const identity = await findUnprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'cruddur-pgbouncer-'));
  const port = await findFreePort();
  const { hostname, port: target, pathname, username } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const all = { listen_addr: '127.0.0.1', listen_port: String(port), unix_socket_dir: '', ...settings };
  const lines = [
    '[databases]',
    `${name} = host=${hostname} port=${target} dbname=${name} user=${username}`,
    '[pgbouncer]',
    ...Object.entries({ auth_type: 'any', ...all }).map(([key, value]) => `${key} = ${value}`),
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`);
  if (identity) for (const path of [folder, file]) await chown(path, identity.uid, identity.gid);
  const server = startManagedProcess({ command: [program, file], endSignal: 'INT', identity, folder });
  const url = `postgres://${username}@127.0.0.1:${port}/${name}`;
  await until(() => acceptsConnections(url), {
    what: () => `PgBouncer accepts connections on port ${port}\n${server.output()}`,
  });
  return { url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
