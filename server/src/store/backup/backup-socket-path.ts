import { join, relative } from 'node:path';

/** The system's limit for the name of a Unix socket, less its end mark: 104 bytes on macOS, 108 on Linux. */
const LONGEST = 103;

/**
 * Where a running program takes requests for a backup: a Unix socket in its data directory, so that the directory's own
 * permissions decide who may. A relative name helps where the full one is too long.
 * @returns undefined where there is no such socket: on Windows, and in a directory with a very long name
 */
export function backupSocketPath(dataDir: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const full = join(dataDir, 'backup.sock');
  return [full, relative(process.cwd(), full)].find((name) => Buffer.byteLength(name) <= LONGEST);
}
