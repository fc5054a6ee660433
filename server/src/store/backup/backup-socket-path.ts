import { join, relative } from 'node:path';

/** The limit for the path of a Unix socket without its terminator: 104 bytes on macOS, 108 on Linux. */
const LONGEST = 103;

/**
 * The Unix socket of the backup server, in the data directory, whose permissions protect it. The relative path is used when the
 * absolute one is too long.
 * @returns undefined on Windows, and for a directory with a very long path
 */
export function backupSocketPath(dataDir: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const full = join(dataDir, 'backup.sock');
  return [full, relative(process.cwd(), full)].find((path) => Buffer.byteLength(path) <= LONGEST);
}
