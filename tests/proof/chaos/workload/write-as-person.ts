import { setTimeout as pause } from 'node:timers/promises';
import type { TestPerson } from '../../../support/people.ts';
import { performAction, resolveUnknownAction, type UserAction } from './user-action.ts';
import { nextAction } from './action-plans.ts';
import type { RunContext } from './run-context.ts';

/** Every user writes on several devices, so that one action that waits for a fault to end does not block its user. */
const DEVICES = 3;
/** The time between two actions on one device, in milliseconds: long compared with an answer, so that a slow machine sees as much. */
const THINK_MS = [200, 800] as const;

/** One user who acts until the writing ends. @returns the actions whose outcome is unknown */
export async function writeAsPerson(run: RunContext, person: TestPerson): Promise<UserAction[]> {
  const devices = Array.from({ length: DEVICES }, () => writeAtDevice(run, person));
  return (await Promise.all(devices)).flat();
}

async function writeAtDevice(run: RunContext, person: TestPerson): Promise<UserAction[]> {
  const unknown: UserAction[] = [];
  while (!run.writing.aborted) {
    const action = nextAction(run, person);
    if (!(await performAction(run, action))) unknown.push(action);
    await pause(run.random.between(...THINK_MS));
  }
  return unknown;
}

/** Repeats all actions with an unknown outcome, when no fault is left. @returns those that still have one */
export async function resolveUnknownActions(
  run: RunContext,
  actions: readonly UserAction[],
): Promise<UserAction[]> {
  const open: UserAction[] = [];
  for (const action of actions) if (!(await resolveUnknownAction(run, action))) open.push(action);
  return open;
}
