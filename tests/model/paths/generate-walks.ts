import { getInventory } from './get-inventory.ts';
import type { Model, Step } from './model.ts';
import {
  createInitialResult,
  createStateKey,
  activeStates,
  applyStep,
  type ModelState,
  type StepResult,
} from './model-state.ts';
import { listNextSteps } from './list-next-steps.ts';
import { findReachableNames } from './find-reachable-names.ts';

/** One step of a walk: the action, the resulting state, and the taken transitions. */
export type WalkStep = StepResult & { step: Step };

export type WalkOptions = {
  /** Transitions and states that no walk may contain, because no user can cause them. */
  excluded?: ReadonlySet<string>;
  /** Transitions that are covered from the start with another input, so they are not searched for here. */
  coveredElsewhere?: ReadonlySet<string>;
  /** The maximum of steps of a walk, timers not counted, before the next walk begins from the start. */
  maxLength?: number;
};

/** The maximum of states that a search visits; a machine with a counter has infinitely many. */
const MAX_SEARCHED_STATES = 5000;

/**
 * Walks from the start that together take every possible transition: each continues to the nearest uncovered one. Simulated
 * time advances only when no other step is possible.
 */
export function generateWalks(
  model: Model,
  { excluded = new Set(), coveredElsewhere = new Set(), maxLength = 20 }: WalkOptions = {},
): WalkStep[][] {
  const { transitions, states } = getInventory(model.machine);
  const uncovered = new Set(
    [...transitions, ...states].filter((name) => !excluded.has(name) && !coveredElsewhere.has(name)),
  );
  const start = createInitialResult(model);
  const walks: WalkStep[][] = [];
  removeReached(uncovered, start);
  for (;;) {
    const walk: WalkStep[] = [];
    for (let { state } = start; countEvents(walk) < maxLength;) {
      const found = findNearestGoal(model, { from: state, uncovered, excluded });
      if (found.length === 0) break;
      walk.push(...found);
      for (const reached of found) removeReached(uncovered, reached);
      state = found.at(-1)?.state ?? state;
    }
    if (walk.length === 0) return walks;
    walks.push(walk);
  }
}

const countEvents = (walk: WalkStep[]) => walk.filter(({ step }) => step.kind !== 'pass').length;

/** The covered names of a step: transitions and states. */
const namesSeenBy = ({ state, transitions }: StepResult) => [...transitions, ...activeStates(state)];

function removeReached(uncovered: Set<string>, taken: StepResult): void {
  for (const name of namesSeenBy(taken)) uncovered.delete(name);
}

type Search = { from: ModelState; uncovered: ReadonlySet<string>; excluded: ReadonlySet<string> };

/** The shortest path to an uncovered name, or undefined. Breadth first, over states not visited in this search. */
function findNearestGoal(model: Model, { from, uncovered, excluded }: Search): WalkStep[] {
  const reachable = findReachableNames(model.machine, from.snapshot);
  if (![...uncovered].some((name) => reachable.has(name))) return [];
  const seen = new Set([createStateKey(model, from)]);
  let ways: WalkStep[][] = [[]];
  while (ways.length > 0 && seen.size < MAX_SEARCHED_STATES) {
    const longer: WalkStep[][] = [];
    for (const way of ways) {
      const moment = way.at(-1)?.state ?? from;
      for (const step of listNextSteps(model, moment)) {
        const reached = { step, ...applyStep(model, moment, step) };
        if (reached.transitions.some((name) => excluded.has(name))) continue;
        if (namesSeenBy(reached).some((name) => uncovered.has(name))) return [...way, reached];
        const key = createStateKey(model, reached.state);
        if (seen.has(key)) continue;
        seen.add(key);
        longer.push([...way, reached]);
      }
    }
    ways = longer;
  }
  return [];
}
