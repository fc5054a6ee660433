import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A killed process keeps its files open until the kernel has freed its memory. */
const RELEASE_WAIT_MS = 2000;
const RETRY_INTERVAL_MS = 50;
/** `O_EXLOCK | O_NONBLOCK` of macOS and the BSDs, and libuv's `UV_FS_O_EXLOCK` for Windows. */
const EXCLUSIVE = process.platform === 'win32' ? 0x10000000 : 0x20 | 0x4;

/**
 * Describes the process that holds a data directory; undefined if it is free. It probes like the server
 * (server/src/store/directory-lock.ts) and keeps no lock; where the probe is not conclusive, the server decides.
 */
export async function lockHolder(dataDir) {
  const file = join(dataDir, 'cruddur.lock');
  const deadline = performance.now() + RELEASE_WAIT_MS;
  while (isLocked(file)) {
    if (performance.now() > deadline) return describe(readOwner(file));
    await pause(RETRY_INTERVAL_MS);
  }
  return undefined;
}

function isLocked(file) {
  let fd;
  try {
    fd = openSync(file, process.platform === 'linux' ? 'r+' : constants.O_RDWR | EXCLUSIVE);
  } catch (error) {
    return error.code === 'EAGAIN' || error.code === 'EBUSY';
  }
  // flock(1) locks the open file that it inherits, so closing it here releases the lock.
  const isHeld =
    process.platform === 'linux' &&
    spawnSync('flock', ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] }).status === 1;
  closeSync(fd);
  return isHeld;
}

function readOwner(file) {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isInteger(owner.pid) && owner.pid > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

function describe(owner) {
  if (!owner) return 'Another Cruddur';
  const isForeign = owner.namespace && owner.namespace !== pidNamespace();
  return `Another Cruddur (process ${owner.pid}${isForeign ? ' of another container' : ''})`;
}

function pidNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
