import { setTimeout as pause } from 'node:timers/promises';
import type { TestPerson } from '../../support/people.ts';
import { performAction, resolveUnknownAction, type UserAction } from './user-action.ts';
import { nextAction } from './action-plans.ts';
import type { RunContext } from './run-context.ts';

/** Everybody writes at several devices, so that one act that waits for a fault to pass does not silence its person. */
const DEVICES = 3;
/** Between two acts at one device, in milliseconds: long beside an answer, so that a slow machine sees as much. */
const THINK_MS = [200, 800] as const;

/** One person who acts until there is no more writing. @returns the acts whose outcome is unknown */
export async function writeAsPerson(world: RunContext, person: TestPerson): Promise<UserAction[]> {
  const devices = Array.from({ length: DEVICES }, () => writeAtDevice(world, person));
  return (await Promise.all(devices)).flat();
}

async function writeAtDevice(world: RunContext, person: TestPerson): Promise<UserAction[]> {
  const unknown: UserAction[] = [];
  while (!world.writing.aborted) {
    const act = nextAction(world, person);
    if (!(await performAction(world, act))) unknown.push(act);
    await pause(world.random.between(...THINK_MS));
  }
  return unknown;
}

/** Asks once more after all that is unknown, when nothing is broken any longer. @returns what still is */
export async function resolveUnknownActions(
  world: RunContext,
  acts: readonly UserAction[],
): Promise<UserAction[]> {
  const open: UserAction[] = [];
  for (const act of acts) if (!(await resolveUnknownAction(world, act))) open.push(act);
  return open;
}
