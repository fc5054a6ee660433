import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, isExecutable } from './find-program.ts';

const DEBIAN = '/usr/lib/postgresql';

/** The folder with `initdb` and `postgres`, or undefined. Debian installs them outside the PATH, one folder per version. */
export function findPostgres(): string | undefined {
  const folders = debianFolders();
  const initdb = findProgram('initdb', folders);
  if (!initdb) return undefined;
  const bin = join(initdb, '..');
  return isExecutable(join(bin, 'postgres')) ? bin : undefined;
}

function debianFolders(): string[] {
  try {
    const newestFirst = readdirSync(DEBIAN).sort((left, right) => Number(right) - Number(left));
    return newestFirst.map((version) => join(DEBIAN, version, 'bin'));
  } catch {
    return [];
  }
}
