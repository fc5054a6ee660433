import { parseArgs } from 'node:util';
import { readWholeNumber } from '../support/read-options.ts';

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
const DEFAULT_SECONDS = '90';
const SABOTAGE_SECONDS = '15';

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
  const { history, restore, cluster, sabotage, kills } = values;
  const { seconds = sabotage === undefined ? DEFAULT_SECONDS : SABOTAGE_SECONDS } = values;
  return {
    ...{ history, restore, cluster, sabotage },
    seconds: readWholeNumber('seconds', seconds, 1),
    seed: readWholeNumber('seed', values.seed, 0),
    browsers: readWholeNumber('browsers', values.browsers, 0),
    people: readWholeNumber('people', values.people, 3),
    kills: kills === undefined ? undefined : readWholeNumber('kills', kills, 1),
  };
}
