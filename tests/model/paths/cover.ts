import { inventoryOf } from './inventory-of.ts';
import type { Model, Step } from './model.ts';
import { beginning, keyOf, statesAt, take, type Moment, type Taken } from './moment.ts';
import { nextSteps } from './next-steps.ts';
import { withinReach } from './within-reach.ts';

/** One step of a walk: what happens, where that leads, and by which transitions. */
export type Stride = Taken & { step: Step };

export type CoverOptions = {
  /** Transitions and states that no walk may see, because nobody can make them happen. */
  barred?: ReadonlySet<string>;
  /** Transitions that are taken at the start with another input: here they need not be looked for. */
  elsewhere?: ReadonlySet<string>;
  /** How much may happen on a walk, time that passes not counted, before a new one is begun from the start. */
  longest?: number;
};

/** How many moments a search looks at before it gives up; a machine that counts has no end of them. */
const MOST_MOMENTS = 5000;

/**
 * Walks from the start that together take every transition that can be taken: from where it stands, each goes on to the
 * nearest one that is new. Simulated time passes only when nothing else is left to happen in a step.
 */
export function cover(
  model: Model,
  { barred = new Set(), elsewhere = new Set(), longest = 20 }: CoverOptions = {},
): Stride[][] {
  const { transitions, states } = inventoryOf(model.machine);
  const goals = new Set(
    [...transitions, ...states].filter((name) => !barred.has(name) && !elsewhere.has(name)),
  );
  const start = beginning(model);
  const walks: Stride[][] = [];
  strike(goals, start);
  for (;;) {
    const walk: Stride[] = [];
    for (let { moment } = start; happenings(walk) < longest;) {
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

/** What a step has shown: names of transitions, and of states. */
const seenBy = ({ moment, transitions }: Taken) => [...transitions, ...statesAt(moment)];

function strike(goals: Set<string>, taken: Taken): void {
  for (const name of seenBy(taken)) goals.delete(name);
}

type Search = { from: Moment; goals: ReadonlySet<string>; barred: ReadonlySet<string> };

/** The shortest way to something new, or nothing. Breadth first, over moments not seen in this search. */
function nearest(model: Model, { from, goals, barred }: Search): Stride[] {
  const reachable = withinReach(model.machine, from.snapshot);
  if (![...goals].some((name) => reachable.has(name))) return [];
  const seen = new Set([keyOf(model, from)]);
  let ways: Stride[][] = [[]];
  while (ways.length > 0 && seen.size < MOST_MOMENTS) {
    const longer: Stride[][] = [];
    for (const way of ways) {
      const moment = way.at(-1)?.moment ?? from;
      for (const step of nextSteps(model, moment)) {
        const stride = { step, ...take(model, moment, step) };
        if (stride.transitions.some((name) => barred.has(name))) continue;
        if (seenBy(stride).some((name) => goals.has(name))) return [...way, stride];
        const key = keyOf(model, stride.moment);
        if (seen.has(key)) continue;
        seen.add(key);
        longer.push([...way, stride]);
      }
    }
    ways = longer;
  }
  return [];
}
