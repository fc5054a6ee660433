import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const LOCK_FOLDER = '.cache/prepare';
const ABANDONED_AFTER_MS = 5_000;

/**
 * Two programs that start at once on one checkout must not install or build at the same time: the second waits and then has
 * nothing to do. The lock is a folder, because creating one is atomic; its holder touches it every second.
 */
export async function oneAtATime(work) {
  mkdirSync('.cache', { recursive: true });
  while (!tryLock()) await wait(100);
  const heartbeat = setInterval(touch, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(LOCK_FOLDER, { recursive: true, force: true });
  }
}

function tryLock() {
  try {
    mkdirSync(LOCK_FOLDER);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(LOCK_FOLDER, { recursive: true, force: true });
    return false;
  }
}

function isAbandoned() {
  const stat = statSync(LOCK_FOLDER, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > ABANDONED_AFTER_MS;
}

function touch() {
  const now = new Date();
  utimesSync(LOCK_FOLDER, now, now);
}
