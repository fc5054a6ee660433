import { parseArgs } from 'node:util';
import { readWholeNumber } from '../support/read-options.ts';

export interface AttackOptions {
  /** The number of inputs. */
  inputs: number;
  /** The number of the first input, to repeat one. */
  from: number;
  seed: number;
}

export const ATTACK_USAGE = 'Usage: npm run attack -- [--inputs N] [--from N] [--seed N]';

/** @throws Error naming the invalid option */
export function readOptions(args: string[]): AttackOptions {
  const { values } = parseArgs({
    args,
    options: {
      inputs: { type: 'string', default: '20000' },
      from: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
    },
  });
  return {
    inputs: readWholeNumber('inputs', values.inputs, 1),
    from: readWholeNumber('from', values.from, 0),
    seed: readWholeNumber('seed', values.seed, 0),
  };
}
