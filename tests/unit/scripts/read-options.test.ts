import { expect, test } from 'vitest';
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

test.each(scripts)(
  '[SCRIPT-1] npm run %s has --help, and answers a wrong word with one line',
  (_, usage, read) => {
    expect(readOptionsOf(['--help'], usage, read)).toEqual({ text: usage, exitCode: 0 });
    for (const word of ['--sceonds', 'unexpected']) {
      const result = readOptionsOf([word], usage, read);
      const text = expect.stringMatching(new RegExp(`^[^\\n]*${word}[^\\n]*\\. Usage: [^\\n]*$`)) as string;
      expect(result).toEqual({ exitCode: 78, text });
    }
  },
);
