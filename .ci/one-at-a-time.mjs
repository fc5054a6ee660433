import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const TURN = '.cache/prepare';
const ABANDONED_AFTER_MS = 5_000;

/**
 * Two programs started at once on one checkout must not install or build over each other: the second waits and then
 * finds everything done. A folder is the mark, since making one is atomic; its holder keeps touching it.
 */
export async function oneAtATime(work) {
  mkdirSync('.cache', { recursive: true });
  while (!tryToTake()) await wait(100);
  const heartbeat = setInterval(touch, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(TURN, { recursive: true, force: true });
  }
}

function tryToTake() {
  try {
    mkdirSync(TURN);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(TURN, { recursive: true, force: true });
    return false;
  }
}

function isAbandoned() {
  const mark = statSync(TURN, { throwIfNoEntry: false });
  return mark !== undefined && Date.now() - mark.mtimeMs > ABANDONED_AFTER_MS;
}

function touch() {
  const now = new Date();
  utimesSync(TURN, now, now);
}
