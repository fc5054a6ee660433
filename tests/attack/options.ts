import { parseArgs } from 'node:util';

export interface AttackOptions {
  /** Names of cases; empty for all. */
  only: string[];
  seed: number;
  /** Factor for times and sizes. */
  scale: number;
  /** The number of fuzzed inputs; no case is run. */
  fuzz: number | undefined;
  /** The number of the first fuzzed input, to repeat one. */
  from: number;
}

export const ATTACK_USAGE =
  'Usage: npm run attack -- [--only NAME]… [--seed N] [--seconds-scale FACTOR] [--fuzz COUNT [--from N]]';

/** @throws Error naming the invalid option */
export function readOptions(args: string[]): AttackOptions {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string', default: '1' },
      'seconds-scale': { type: 'string', default: '1' },
      fuzz: { type: 'string' },
      from: { type: 'string', default: '0' },
    },
  });
  const share = Number(values['seconds-scale']);
  if (!(share > 0 && share <= 10)) {
    throw new Error(`--seconds-scale must be above 0 and at most 10, not ${values['seconds-scale']}`);
  }
  const whole = (name: 'seed' | 'fuzz' | 'from', least: number) => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= least) return value;
    throw new Error(`--${name} must be a whole number from ${least} on, not ${values[name]}`);
  };
  return {
    only: values.only,
    scale: share,
    seed: whole('seed', 0),
    from: whole('from', 0),
    fuzz: values.fuzz === undefined ? undefined : whole('fuzz', 1),
  };
}
