import { setTimeout as pause } from 'node:timers/promises';
import type { TestPerson } from '../../support/people.ts';
import { perform, settle, type Act } from './act.ts';
import { nextAct } from './plans.ts';
import type { World } from './world.ts';

/** Everybody writes at several devices, so that one act that waits for a fault to pass does not silence its person. */
const DEVICES = 3;
/** Between two acts at one device, in milliseconds: long beside an answer, so that a slow machine sees as much. */
const THINK_MS = [200, 800] as const;

/** One person who acts until there is no more writing. @returns the acts whose outcome is unknown */
export async function write(world: World, person: TestPerson): Promise<Act[]> {
  const devices = Array.from({ length: DEVICES }, () => writeAtOne(world, person));
  return (await Promise.all(devices)).flat();
}

async function writeAtOne(world: World, person: TestPerson): Promise<Act[]> {
  const unknown: Act[] = [];
  while (!world.writing.aborted) {
    const act = nextAct(world, person);
    if (!(await perform(world, act))) unknown.push(act);
    await pause(world.random.between(...THINK_MS));
  }
  return unknown;
}

/** Asks once more after all that is unknown, when nothing is broken any longer. @returns what still is */
export async function settleAll(world: World, acts: readonly Act[]): Promise<Act[]> {
  const open: Act[] = [];
  for (const act of acts) if (!(await settle(world, act))) open.push(act);
  return open;
}
