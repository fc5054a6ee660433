import type { ServerMachineName } from '@cruddur/shared';
import type { StrictTallies } from './create-strict-tallies.ts';

/** The transitions that were made at least once. */
export function listTakenTransitions(tallies: StrictTallies, machine: ServerMachineName): string[] {
  const { moves } = tallies[machine].report();
  return Object.keys(moves).filter((move) => (moves[move] ?? 0) > 0);
}

/** The number of actors in a state. */
export function countInState(tallies: StrictTallies, machine: ServerMachineName, state: string): number {
  return tallies[machine].report().states[state] ?? 0;
}

/** All transitions of a table. */
export function listTransitions(tallies: StrictTallies, machine: ServerMachineName): string[] {
  return Object.keys(tallies[machine].report().moves);
}
