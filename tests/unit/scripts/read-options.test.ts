import { describe, expect, test } from 'vitest';
import { ATTACK_USAGE, readOptions as readAttackOptions } from '../../attack/options.ts';
import { BENCH_USAGE, readMode } from '../../bench/options.ts';
import { CHAOS_USAGE, readOptions as readChaosOptions } from '../../chaos/options.ts';
import { readOptions as readScaleOptions, SCALE_USAGE } from '../../scale/options.ts';
import { readOptions as readSimulationOptions, SIMULATION_USAGE } from '../../simulation/options.ts';
import { readOptionsOf } from '../../support/read-options.ts';

const scripts: [string, string, (args: string[]) => unknown][] = [
  ['chaos', CHAOS_USAGE, readChaosOptions],
  ['attack', ATTACK_USAGE, readAttackOptions],
  ['bench', BENCH_USAGE, readMode],
  ['scale', SCALE_USAGE, readScaleOptions],
  ['simulate', SIMULATION_USAGE, readSimulationOptions],
];

describe.each(scripts)('npm run %s', (name, usage, read) => {
  test('[SCRIPT-1] prints its options with --help', () => {
    expect(readOptionsOf(['--help'], usage, read)).toEqual({ text: usage, exitCode: 0 });
    expect(usage).toMatch(new RegExp(`^Usage: npm run ${name} .*$`));
  });

  test.each([['--sceonds'], ['unexpected']])('[SCRIPT-1] answers %s with one line', (word) => {
    const result = readOptionsOf([word], usage, read);
    expect(result).toMatchObject({ exitCode: 78, text: expect.stringContaining(word) as string });
    expect(result).toMatchObject({ text: expect.stringMatching(/^[^\n]*\. Usage: [^\n]*$/) as string });
  });
});

test.each(scripts.filter(([name]) => name !== 'bench'))(
  '[SCRIPT-1] npm run %s accepts each option of its usage',
  (_name, usage, read) => {
    for (const [, option = '', value] of usage.matchAll(/(--[a-z-]+[a-z])( [A-Z])?/g)) {
      const words = value ? [option, '3'] : [option];
      expect(readOptionsOf(words, usage, read)).toHaveProperty('options');
    }
  },
);

test('[SCRIPT-1] each benchmark has options of its own', () => {
  const textOf = (...args: string[]) => readOptionsOf(args, BENCH_USAGE, readMode);
  expect(textOf('--visitor', '--rounds', '5')).toEqual({ options: '--visitor' });
  expect(textOf('--peers', '--rows', 'feed', '--write')).toEqual({ options: '--peers' });
  expect(textOf('--sockets', '500')).toEqual({ options: '--sockets' });
  expect(textOf('--growth', '--rounds', '5')).toMatchObject({ exitCode: 78 });
  expect(textOf()).toEqual({ options: undefined });
});
