import { takeInventory } from '../../../client/src/charts/inventory.ts';
import type { Model } from './model.ts';
import { beginning, statesAt } from './moment.ts';
import type { Stride } from './cover.ts';

/** Names of transitions and states that no walk takes, each with the reason. */
export type LeftOut = Record<string, string>;

export type Coverage = {
  machine: string;
  states: { all: string[]; covered: string[] };
  transitions: { all: string[]; covered: string[] };
  leftOut: LeftOut;
};

/** What the strides that were really walked have seen of the machine. */
export function coverageOf(model: Model, strides: readonly Stride[], leftOut: LeftOut): Coverage {
  const { states, transitions } = takeInventory(model.machine);
  const visited = new Set([beginning(model), ...strides.map(({ moment }) => moment)].flatMap(statesAt));
  const taken = new Set(strides.flatMap((stride) => stride.transitions));
  return {
    machine: model.machine.id,
    states: { all: states, covered: states.filter((name) => visited.has(name)) },
    transitions: { all: transitions, covered: transitions.filter((name) => taken.has(name)) },
    leftOut,
  };
}

/** What is wrong with the list of those left out: missing ones, needless ones, unknown ones. */
export function faultsIn({ states, transitions, leftOut }: Coverage): string[] {
  const all = new Set([...states.all, ...transitions.all]);
  const covered = new Set([...states.covered, ...transitions.covered]);
  return [
    ...[...all].filter((name) => !covered.has(name) && !leftOut[name]).map((name) => `no reason: ${name}`),
    ...Object.keys(leftOut).map((name) => {
      if (!all.has(name)) return `unknown: ${name}`;
      return covered.has(name) ? `covered after all: ${name}` : '';
    }),
  ].filter((fault) => fault !== '');
}

/** One line a machine, and below it those left out with their reasons. */
export function sayCoverage({ machine, states, transitions, leftOut }: Coverage, walks: number): string {
  const count = ({ all, covered }: { all: string[]; covered: string[] }) => `${covered.length}/${all.length}`;
  const head = `${machine.padEnd(10)} states ${count(states)}, transitions ${count(transitions)}, ${walks} walks`;
  return [head, ...Object.entries(leftOut).map(([name, reason]) => `  - ${name}: ${reason}`)].join('\n');
}
