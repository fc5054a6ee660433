import { setTimeout as pause } from 'node:timers/promises';
import type { RunningProgram } from '../../support/program.ts';

const SAMPLES = 10;

/** The resident memory of an idle program, in MB: the lowest of ten seconds, so that short-lived garbage does not count. */
export async function measureSettledMemory(program: RunningProgram): Promise<number> {
  let lowest = Infinity;
  for (let reading = 0; reading < SAMPLES; reading += 1) {
    await pause(1000);
    lowest = Math.min(lowest, program.residentMb());
  }
  return lowest;
}
