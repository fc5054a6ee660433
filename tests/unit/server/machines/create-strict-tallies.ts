import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../../../../server/src/domain/clock.ts';
import {
  createServerMachineCounters,
  type ServerMachineCounters,
} from '../../../../server/src/domain/machines/server-machine-counters.ts';

/** Tallies that fail on a transition that no table has. */
export interface StrictTallies extends ServerMachineCounters {
  /** Includes transitions whose exception was caught. */
  unknownMoves: readonly string[];
}

export function createStrictTallies(clock: Clock = systemClock): StrictTallies {
  const unknownMoves: string[] = [];
  const tallies = createServerMachineCounters(randomUUID(), clock, (move) => {
    unknownMoves.push(move);
    throw new Error(`the tables have no transition "${move}"`);
  });
  return { ...tallies, unknownMoves };
}
