import type { KillsOutcome } from './run-kills.ts';

const SHOWN_VIOLATIONS = 5;

/** One line, and below it the first violations. */
export function describeKills({ kills, cleanStarts, violations, ...counts }: KillsOutcome): string {
  const count = (name: string) => violations.filter(({ rule }) => rule === name).length;
  const sorted = cleanStarts.toSorted((one, other) => one - other);
  const seconds = (ms = 0) => (ms / 1000).toFixed(2);
  const starts = `${cleanStarts.length} clean starts (median ${seconds(sorted[sorted.length >> 1])} s, longest ${seconds(sorted.at(-1))} s)`;
  const summary = `${counts.answered} operations, ${counts.unknown} of them unanswered at first, of which ${counts.executed} had been executed`;
  const judged = `lost ${count('lost')}, doubled ${count('doubled')}, contradicted ${count('contradicted')}`;
  const shown = violations.slice(0, SHOWN_VIOLATIONS).map(({ rule, what }) => `\n${rule}: ${what}`);
  return `${kills} kills, ${starts}; ${summary}; ${judged}${shown.join('')}`;
}
