import { getInventory } from './get-inventory.ts';
import type { Model } from './model.ts';
import { createInitialResult, activeStates, type StepResult } from './model-state.ts';

/** Names of transitions and states that no walk takes, each with the reason. */
export type LeftOut = Record<string, string>;

export type Coverage = {
  machine: string;
  states: { all: string[]; covered: string[] };
  transitions: { all: string[]; covered: string[] };
  leftOut: LeftOut;
};

/** The names that the executed steps have covered, the initial state included. */
export function computeCoverage(model: Model, steps: readonly StepResult[], leftOut: LeftOut): Coverage {
  const { states, transitions } = getInventory(model.machine);
  const all = [createInitialResult(model), ...steps];
  const visited = new Set(all.flatMap(({ state }) => activeStates(state)));
  const taken = new Set(all.flatMap((step) => step.transitions));
  return {
    machine: model.machine.id,
    states: { all: states, covered: states.filter((name) => visited.has(name)) },
    transitions: { all: transitions, covered: transitions.filter((name) => taken.has(name)) },
    leftOut,
  };
}

const REMEDY = 'add a sample in client/devtools/samples/ or a reason in tests/model/left-out.ts';

/** The errors of the list of omissions: missing, needless and unknown ones. */
export function findCoverageFaults({ states, transitions, leftOut }: Coverage): string[] {
  const all = new Set([...states.all, ...transitions.all]);
  const covered = new Set([...states.covered, ...transitions.covered]);
  return [
    ...[...all].filter((name) => !covered.has(name) && !leftOut[name]).map((name) => `${name}: ${REMEDY}`),
    ...Object.keys(leftOut).map((name) => {
      if (!all.has(name)) return `unknown: ${name}`;
      return covered.has(name) ? `covered after all: ${name}` : '';
    }),
  ].filter((fault) => fault !== '');
}

/** What several models of one machine have covered together. */
export function mergeCoverage([first, ...others]: readonly Coverage[]): Coverage {
  if (!first) throw new Error('nothing was walked');
  const either = (part: 'states' | 'transitions') => {
    const covered = new Set([first, ...others].flatMap((each) => each[part].covered));
    return { all: first[part].all, covered: first[part].all.filter((name) => covered.has(name)) };
  };
  return { ...first, states: either('states'), transitions: either('transitions') };
}
