import { setTimeout as pause } from 'node:timers/promises';
import type { RunningProgram } from '../../support/program.ts';

const LOOKS = 10;

/** The resident memory of a program that is let alone, in MB: the lowest of ten seconds, so that no passing garbage counts. */
export async function settledMemory(program: RunningProgram): Promise<number> {
  let lowest = Infinity;
  for (let look = 0; look < LOOKS; look += 1) {
    await pause(1000);
    lowest = Math.min(lowest, program.memory());
  }
  return lowest;
}
