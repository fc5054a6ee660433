import { parseArgs } from 'node:util';

export const SCALE_USAGE = 'Usage: npm run scale -- [--calibrate] [--write]';

export interface ScaleOptions {
  /** The costs are measured on this machine and stored. */
  calibrate: boolean;
  /** The table of docs/scale.md is written. */
  write: boolean;
}

/** @throws Error naming the invalid option */
export function readOptions(args: string[]): ScaleOptions {
  const flag = { type: 'boolean', default: false } as const;
  return parseArgs({ args, options: { calibrate: flag, write: flag } }).values;
}
