import { parseArgs } from 'node:util';

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
  const number = (name: 'seeds' | 'from' | 'seed' | 'workers', least: number) => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= least) return value;
    throw new Error(`--${name} must be a whole number from ${least} on, not ${values[name]}`);
  };
  return {
    seeds: number('seeds', 1),
    from: number('from', 0),
    seed: values.seed === undefined ? undefined : number('seed', 0),
    sabotage: values.sabotage,
    workers: number('workers', 1),
    only: values.only?.split(','),
  };
}
