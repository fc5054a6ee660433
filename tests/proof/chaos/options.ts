import { parseArgs } from 'node:util';
import { readWholeNumber } from '../../support/read-options.ts';

export interface ChaosOptions {
  /** How long users write, while faults are injected. */
  seconds: number;
  seed: number;
  /** Real pages in Chromium; 0 needs none. */
  browsers: number;
  people: number;
  /** The file for the history. */
  history: string;
  /** Afterwards the store is restored to its state at half time. */
  restore: boolean;
}

export const CHAOS_USAGE =
  'Usage: npm run chaos -- [--seconds N] [--seed N] [--browsers N] [--people N] [--history FILE] ' +
  '[--restore]';

/** @throws Error naming the invalid option */
export function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '90' },
      seed: { type: 'string', default: '1' },
      browsers: { type: 'string', default: '2' },
      people: { type: 'string', default: '12' },
      history: { type: 'string', default: '.cache/chaos/history.jsonl' },
      restore: { type: 'boolean', default: false },
    },
  });
  const { history, restore } = values;
  return {
    ...{ history, restore },
    seconds: readWholeNumber('seconds', values.seconds, 1),
    seed: readWholeNumber('seed', values.seed, 0),
    browsers: readWholeNumber('browsers', values.browsers, 0),
    people: readWholeNumber('people', values.people, 3),
  };
}
