import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The process that holds a data directory, or undefined when it is free. The file is the server's own lock:
 * `cruddur.lock` with `{ "pid": number, "started": string }`; a dead owner's lock holds nothing.
 */
export function lockHolder(dataDir) {
  const owner = readOwner(join(dataDir, 'cruddur.lock'));
  return owner && isAlive(owner) ? owner.pid : undefined;
}

function readOwner(file) {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isInteger(owner.pid) && owner.pid > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** A pid alone may have been given to somebody else since; pid and start time together are never reused. */
function isAlive({ pid, started }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  const now = startedAt(pid);
  return !started || !now || now === started;
}

/** Field 22 of /proc/<pid>/stat, counted from behind the program's name, which may hold spaces; empty elsewhere. */
export function startedAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
