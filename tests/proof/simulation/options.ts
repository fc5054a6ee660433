import { parseArgs } from 'node:util';
import { readWholeNumber } from '../../support/read-options.ts';

export interface SimulationOptions {
  /** The number of schedules. */
  seeds: number;
  /** The first seed. */
  from: number;
  /** Replays this one and prints its history. */
  seed: number | undefined;
  /** A sabotage by name, or `all` of them one after the other. */
  sabotage: string | undefined;
  workers: number;
  /** The parts of each schedule to run; all without it. */
  only: string[] | undefined;
}

export const SIMULATION_USAGE =
  'Usage: npm run simulate -- [--seeds N] [--from N] [--seed N] [--only PARTS] [--sabotage NAME|all] [--workers N]';

/** @throws Error naming the invalid option */
export function readOptions(args: string[]): SimulationOptions {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string', default: '200' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      sabotage: { type: 'string' },
      workers: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  });
  const { seed, sabotage, only } = values;
  return {
    seeds: readWholeNumber('seeds', values.seeds, 1),
    from: readWholeNumber('from', values.from, 0),
    seed: seed === undefined ? undefined : readWholeNumber('seed', seed, 0),
    sabotage,
    workers: readWholeNumber('workers', values.workers, 1),
    only: only?.split(','),
  };
}
