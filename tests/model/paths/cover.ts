import { takeInventory } from '../../../client/src/charts/inventory.ts';
import type { Model, Step } from './model.ts';
import { beginning, keyOf, statesAt, take, type Moment } from './moment.ts';
import { nextSteps } from './next-steps.ts';

/** One step of a walk: what happens, where that leads, and by which transitions. */
export type Stride = { step: Step; moment: Moment; transitions: string[] };

/** What a walk is still to see: names of transitions, and of states. */
export type Goals = { transitions: Set<string>; states: Set<string> };

export type CoverOptions = {
  /** Transitions that no walk may take, because nobody can make them happen. */
  barred?: ReadonlySet<string>;
  /** How much may happen on a walk, time that passes not counted, before a new one is begun from the start. */
  longest?: number;
};

/**
 * Walks from the start that together take every transition that can be taken: from where it stands, each goes on to the
 * nearest one that is new. Simulated time passes only when nothing else is left to happen in a step.
 */
export function cover(model: Model, { barred = new Set(), longest = 20 }: CoverOptions = {}): Stride[][] {
  const { transitions, states } = takeInventory(model.machine);
  const goals: Goals = { transitions: new Set(transitions), states: new Set(states) };
  const start = beginning(model);
  const walks: Stride[][] = [];
  for (const state of statesAt(start)) goals.states.delete(state);
  for (;;) {
    const walk: Stride[] = [];
    for (let moment = start; happenings(walk) < longest;) {
      const found = nearest(model, { from: moment, goals, barred });
      if (found.length === 0) break;
      walk.push(...found);
      for (const stride of found) strike(goals, stride);
      moment = found.at(-1)?.moment ?? moment;
    }
    if (walk.length === 0) return walks;
    walks.push(walk);
  }
}

const happenings = (walk: Stride[]) => walk.filter(({ step }) => step.kind !== 'pass').length;

function strike(goals: Goals, { moment, transitions }: Stride): void {
  for (const name of transitions) goals.transitions.delete(name);
  for (const name of statesAt(moment)) goals.states.delete(name);
}

type Search = { from: Moment; goals: Goals; barred: ReadonlySet<string> };

/** The shortest way to something new, or nothing. Breadth first, over moments not seen in this search. */
function nearest(model: Model, { from, goals, barred }: Search): Stride[] {
  const { nameOf } = takeInventory(model.machine);
  const isNew = ({ transitions, moment }: Stride) =>
    transitions.some((name) => goals.transitions.has(name)) ||
    statesAt(moment).some((name) => goals.states.has(name));
  const seen = new Set([keyOf(from)]);
  let ways: Stride[][] = [[]];
  while (ways.length > 0) {
    const longer: Stride[][] = [];
    for (const way of ways) {
      const moment = way.at(-1)?.moment ?? from;
      for (const step of nextSteps(model, moment)) {
        const taken = take(model, moment, step);
        const stride = { step, moment: taken.moment, transitions: taken.transitions.map(nameOf) };
        if (stride.transitions.some((name) => barred.has(name))) continue;
        if (isNew(stride)) return [...way, stride];
        const key = keyOf(stride.moment);
        if (seen.has(key)) continue;
        seen.add(key);
        longer.push([...way, stride]);
      }
    }
    ways = longer;
  }
  return [];
}
