import { serverMachines } from '@cruddur/shared';
import type { Chart } from '../../charts/chart.ts';
import coverage from '../../charts/coverage.json';
import type { Reached } from './coverage.ts';

interface Walked {
  states: string[];
  transitions: string[];
}

/** What the suite walks of a machine on an actor, and what of it in a browser, if anything. */
type Tested = Walked & { browser?: Walked & { leftOut: Readonly<Record<string, string | undefined>> } };

/** By the ids of the browser's machines. */
const known = new Map<string, Tested>(Object.entries(coverage));

/** What of a machine the test suite comes through: all of the server's, which its tests count move by move. */
export function testedOf({ machine, states, transitions }: Chart): Reached {
  const tested = isOfServer(machine)
    ? { states: states.map(({ path }) => path), transitions: transitions.map(({ name }) => name) }
    : known.get(machine);
  return { states: new Set(tested?.states), transitions: new Set(tested?.transitions) };
}

const isOfServer = (machine: string) => Object.values(serverMachines).some(({ id }) => id === machine);

/** Why the walks in a browser do not come by a state or a transition; undefined where they do, or where there are none. */
export const whyNotInBrowser = (machine: string, name: string): string | undefined =>
  known.get(machine)?.browser?.leftOut[name];
