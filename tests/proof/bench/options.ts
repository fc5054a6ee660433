import { parseArgs, type ParseArgsConfig } from 'node:util';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

interface Mode {
  options: NonNullable<ParseArgsConfig['options']>;
  /** Arguments without a name. */
  allowPositionals?: boolean;
}

/** The arguments after each mode, which reads them itself. */
const MODES = {
  '--visitor': { options: { rounds: text } },
  '--interaction': { options: { rounds: text, slowdown: text } },
  '--peers': { options: { rows: flag, write: flag }, allowPositionals: true },
} satisfies Record<string, Mode>;

export type BenchMode = keyof typeof MODES;

export const BENCH_USAGE =
  'Usage: npm run bench -- --visitor [--rounds N] | --interaction [--rounds N] [--slowdown N] | ' +
  '--peers [--rows PREFIX…] [--write]';

/** @returns the mode, which is the first argument. @throws Error naming the invalid option */
export function readMode([first, ...args]: string[]): BenchMode {
  if (first === undefined) throw new Error('Name a benchmark');
  if (!isMode(first)) throw new Error(`Unknown option '${first}'`);
  parseArgs({ args, ...MODES[first] });
  return first;
}

function isMode(word: string): word is BenchMode {
  return Object.hasOwn(MODES, word);
}
