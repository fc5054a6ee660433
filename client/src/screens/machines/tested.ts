import coverage from '../../charts/coverage.json';
import type { Reached } from './coverage.ts';

interface Walked {
  states: string[];
  transitions: string[];
}

/** What the suite walks of a machine on an actor, and what of it in a browser, if anything. */
type Tested = Walked & { browser?: Walked & { leftOut: Readonly<Record<string, string | undefined>> } };

/** By the machines' ids; the server's are tested elsewhere. */
const known = new Map<string, Tested>(Object.entries(coverage));

/** What of a machine the test suite comes through. */
export function testedOf(machine: string): Reached {
  const tested = known.get(machine);
  return { states: new Set(tested?.states), transitions: new Set(tested?.transitions) };
}

/** Why the walks in a browser do not come by a state or a transition; undefined where they do, or where there are none. */
export const whyNotInBrowser = (machine: string, name: string): string | undefined =>
  known.get(machine)?.browser?.leftOut[name];
