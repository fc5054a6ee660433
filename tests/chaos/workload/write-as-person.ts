import { setTimeout as pause } from 'node:timers/promises';
import type { TestPerson } from '../../support/people.ts';
import { performAction, resolveUnknownAction, type UserAction } from './user-action.ts';
import { nextAction } from './action-plans.ts';
import type { RunContext } from './run-context.ts';

/** Every user writes on several devices, so that one action that waits for a fault to end does not block its user. */
const DEVICES = 3;
/** The time between two actions on one device, in milliseconds: long compared with an answer, so that a slow machine sees as much. */
const THINK_MS = [200, 800] as const;

/** One user who acts until the writing ends. @returns the actions whose outcome is unknown */
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

/** Repeats all actions with an unknown outcome, when no fault is left. @returns those that still have one */
export async function resolveUnknownActions(
  world: RunContext,
  acts: readonly UserAction[],
): Promise<UserAction[]> {
  const open: UserAction[] = [];
  for (const act of acts) if (!(await resolveUnknownAction(world, act))) open.push(act);
  return open;
}
