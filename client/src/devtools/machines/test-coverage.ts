import { serverMachines } from '@cruddur/shared';
import type { Chart } from '../charts/chart.ts';
import coverage from '../charts/coverage.json';
import type { ReachedNames } from './compute-coverage.ts';

interface CoveredNames {
  states: string[];
  transitions: string[];
}

/** What the suite walks of a machine on an actor, and what of it in a browser, if anything. */
type TestCoverage = CoveredNames & {
  browser?: CoveredNames & { leftOut: Readonly<Record<string, string | undefined>> };
};

/** By the ids of the browser's machines. */
const coverageByMachine = new Map<string, TestCoverage>(Object.entries(coverage));

/** What of a machine the test suite comes through: all of the server's, which its tests count move by move. */
export function readTestCoverage({ machine, states, transitions }: Chart): ReachedNames {
  const tested = isServerMachine(machine)
    ? { states: states.map(({ path }) => path), transitions: transitions.map(({ name }) => name) }
    : coverageByMachine.get(machine);
  return { states: new Set(tested?.states), transitions: new Set(tested?.transitions) };
}

const isServerMachine = (machine: string) => Object.values(serverMachines).some(({ id }) => id === machine);

/** Why the walks in a browser do not come by a state or a transition; undefined where they do, or where there are none. */
export const explainBrowserGap = (machine: string, name: string): string | undefined =>
  coverageByMachine.get(machine)?.browser?.leftOut[name];
