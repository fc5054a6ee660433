import { parseArgs } from 'node:util';

export interface ChaosOptions {
  /** How long users write, while faults are injected. */
  seconds: number;
  seed: number;
  /** Real pages in Chromium; 0 needs none. */
  browsers: number;
  people: number;
  /** The file for the history. */
  history: string;
  /** A Redis Cluster of three nodes in place of one Redis. */
  cluster: boolean;
  /** Afterwards the store is restored to its state at half time. */
  restore: boolean;
  /** The number of kills of the program on its embedded store; nothing else is run. */
  kills: number | undefined;
  /** A sabotage by name, or `all` of them one after the other. */
  sabotage: string | undefined;
}

export const CHAOS_USAGE =
  'Usage: npm run chaos -- [--seconds N] [--seed N] [--browsers N] [--people N] [--history FILE] [--cluster] ' +
  '[--restore] [--kills N] [--sabotage NAME|all]';

/** Without `--seconds`. A sabotage that a short run does not meet proves nothing, so those widen their race. */
const DEFAULT_SECONDS = 90;
const SABOTAGE_SECONDS = 15;

/** @throws Error naming the invalid option */
export function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string' },
      seed: { type: 'string', default: '1' },
      browsers: { type: 'string', default: '2' },
      people: { type: 'string', default: '12' },
      history: { type: 'string', default: '.cache/chaos/history.jsonl' },
      restore: { type: 'boolean', default: false },
      cluster: { type: 'boolean', default: false },
      sabotage: { type: 'string' },
      kills: { type: 'string' },
    },
  });
  const number = (name: 'seconds' | 'seed' | 'browsers' | 'people' | 'kills', least: number) => {
    const value = Number(
      values[name] ?? (values.sabotage === undefined ? DEFAULT_SECONDS : SABOTAGE_SECONDS),
    );
    if (Number.isInteger(value) && value >= least) return value;
    throw new Error(`--${name} must be a whole number from ${least} on, not ${values[name]}`);
  };
  return {
    seconds: number('seconds', 1),
    seed: number('seed', 0),
    browsers: number('browsers', 0),
    people: number('people', 3),
    history: values.history,
    restore: values.restore,
    cluster: values.cluster,
    sabotage: values.sabotage,
    kills: values.kills === undefined ? undefined : number('kills', 1),
  };
}
