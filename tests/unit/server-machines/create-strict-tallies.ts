import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../../../server/src/domain/clock.ts';
import {
  createServerMachineCounters,
  type ServerMachineCounters,
} from '../../../server/src/domain/machines/server-machine-counters.ts';

/** Tallies to which a move that no table has is a failure. */
export interface StrictTallies extends ServerMachineCounters {
  /** Also those whose exception was caught on its way. */
  unknownMoves: readonly string[];
}

export function createStrictTallies(clock: Clock = systemClock): StrictTallies {
  const unknownMoves: string[] = [];
  const tallies = createServerMachineCounters(randomUUID(), clock, (move) => {
    unknownMoves.push(move);
    throw new Error(`The tables have no move "${move}".`);
  });
  return { ...tallies, unknownMoves };
}
