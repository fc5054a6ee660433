import { parseArgs } from 'node:util';
import { readWholeNumber } from '../../support/read-options.ts';

export interface AttackOptions {
  /** The number of inputs. */
  inputs: number;
  /** The number of the first input, to repeat one. */
  from: number;
  seed: number;
  /** Only malformed input, or only what one person, host or clock does. */
  part: 'input' | 'abuse' | null;
}

export const ATTACK_USAGE =
  'Usage: npm run attack -- [--inputs N] [--from N] [--seed N] [--part input|abuse]';

/** @throws Error naming the invalid option */
export function readOptions(args: string[]): AttackOptions {
  const { values } = parseArgs({
    args,
    options: {
      inputs: { type: 'string', default: '20000' },
      from: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      part: { type: 'string' },
    },
  });
  const { part = null } = values;
  if (part !== null && part !== 'input' && part !== 'abuse') throw new Error('part: must be input or abuse');
  return {
    part,
    inputs: readWholeNumber('inputs', values.inputs, 1),
    from: readWholeNumber('from', values.from, 0),
    seed: readWholeNumber('seed', values.seed, 0),
  };
}
