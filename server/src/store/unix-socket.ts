import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join, relative } from 'node:path';

/** The limit for the path of a Unix socket without its terminator: 104 bytes on macOS, 108 on Linux. */
const LONGEST = 103;

/**
 * A Unix socket in the data directory, whose permissions protect it. The relative path is used when the absolute one is too long.
 * @returns undefined on Windows, and for a directory with a very long path
 */
export function socketPath(dataDir: string, name: 'backup.sock' | 'operate.sock'): string | undefined {
  if (process.platform === 'win32') return undefined;
  const full = join(dataDir, name);
  return [full, relative(process.cwd(), full)].find((path) => Buffer.byteLength(path) <= LONGEST);
}

/** Listens on a Unix socket that only this user may open. The caller has locked the directory. @throws when it cannot be opened */
export async function listenOnSocket(server: Server, address: string): Promise<void> {
  // A leftover of a killed process: with the directory locked, no other process listens on it.
  await rm(address, { force: true });
  const listening = once(server, 'listening');
  const previousUmask = process.umask(0o177);
  server.listen(address);
  process.umask(previousUmask);
  await listening;
  await chmod(address, 0o600);
}

export async function closeSocketServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** The codes of a connection to a Unix socket on which no program listens. */
export const NO_PROGRAM: readonly string[] = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'];
