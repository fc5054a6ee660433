import { startRunner } from './runner.ts';
import type { ScheduleResult } from '../../../client/devtools/simulation/schedule/run-schedule.ts';

/** A failing schedule with as few parts as were found to be enough. */
export interface Shrunk {
  /** With its trace. */
  result: ScheduleResult;
  /** The parts before and the schedules that were tried. */
  partsBefore: number;
  tried: number;
}

/** In this order: without a fault, less happens that a reader has to understand. */
const GROUPS: readonly RegExp[] = [/^f/, /^(a\d|leaver|impostor)/, /^t/];

/** The kind of a violation, as `lost`. */
const ruleOf = (violation: string) => violation.split(':', 1)[0];

/**
 * Leaves out faults, then actions, then tabs, again and again, as long as a violation of the same kind stays.
 * @param failing a schedule with a violation
 */
export async function shrinkSchedule(bundle: string, failing: ScheduleResult): Promise<Shrunk> {
  const { seed, violations } = failing;
  const rule = ruleOf(violations[0] ?? '');
  const runner = startRunner(bundle);
  let tried = 0;

  async function stillFails(only: readonly string[]): Promise<boolean> {
    tried += 1;
    const result = await runner.run({ seed, only }).catch(() => null);
    return result?.violations.some((violation) => ruleOf(violation) === rule) ?? false;
  }

  try {
    let kept = failing.parts;
    for (let before = Infinity; kept.length < before;) {
      before = kept.length;
      for (const group of GROUPS) kept = await leaveOut(kept, group, stillFails);
    }
    const result = await runner.run({ seed, only: kept, keepsTrace: true });
    return { result, partsBefore: failing.parts.length, tried };
  } finally {
    await runner.close();
  }
}

/** Leaves out parts of one group, in portions of half the size each time. @returns the parts that are left */
async function leaveOut(
  parts: readonly string[],
  group: RegExp,
  stillFails: (only: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  let kept = [...parts];
  for (let size = kept.filter((part) => group.test(part)).length; size >= 1; size = Math.floor(size / 2)) {
    const candidates = kept.filter((part) => group.test(part));
    for (let start = 0; start < candidates.length; start += size) {
      const portion = candidates.slice(start, start + size);
      const rest = kept.filter((part) => !portion.includes(part));
      if (await stillFails(rest)) kept = rest;
    }
  }
  return kept;
}
