import { systemClock, type Clock } from '../../../server/src/domain/clock.ts';
import {
  createServerTallies,
  type ServerTallies,
} from '../../../server/src/domain/machines/server-tallies.ts';

/** Tallies to which a move that no table has is a failure. */
export interface StrictTallies extends ServerTallies {
  /** Also those whose exception was caught on its way. */
  unknownMoves: readonly string[];
}

export function strictTallies(clock: Clock = systemClock): StrictTallies {
  const unknownMoves: string[] = [];
  const tallies = createServerTallies(clock, (move) => {
    unknownMoves.push(move);
    throw new Error(`The tables have no move "${move}".`);
  });
  return { ...tallies, unknownMoves };
}
