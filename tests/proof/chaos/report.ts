import type { HistoryRecord } from '../../../client/devtools/simulation/checker/records.ts';
import type { TimeSpan } from '../../../client/devtools/simulation/checker/evidence.ts';
import type { ChaosOptions } from './options.ts';
import type { ChaosOutcome } from './run-chaos.ts';
import {
  VIOLATION_RULES,
  type ViolationRule,
  type Violation,
} from '../../../client/devtools/simulation/checker/violation.ts';

const SHOWN_VIOLATIONS = 5;
const AROUND_MS = 250;
const SHOWN_LINES = 6;

/** The run in a dozen lines. */
export function describeRun({ seconds, seed }: ChaosOptions, outcome: ChaosOutcome): string {
  const { evidence, violations, unknown, worstCatchUp } = outcome;
  const { actions, tabs, faults, stalls } = evidence;
  const accepted = actions.filter(({ status }) => status === 200).length;
  const open = actions.filter(({ status, kind }) => status === 0 && kind !== 'expiring').length;
  const rows: [string, string][] = [
    ['seconds', String(seconds)],
    ['seed', String(seed)],
    ['faults', `${faults.length} (${countByName(faults.map(({ name }) => name))})`],
    ['tabs', String(tabs.length)],
    ['shown events', String(tabs.reduce((sum, { steps }) => sum + steps.length, 0))],
    ['accepted', String(accepted)],
    ['unknown', `${unknown}, of which ${open} for good`],
    ...VIOLATION_RULES.map((rule): [string, string] => [rule, String(count(violations, rule))]),
    ['observer stalled', `${stalls.length} times, ${totalSeconds(stalls)} s`],
    ['worst catch-up', `${(worstCatchUp / 1000).toFixed(2)} s`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(18)}${value}`).join('\n');
}

/** The first violations, each with the records around it. */
export function describeViolations({ violations, evidence }: ChaosOutcome): string {
  return violations
    .slice(0, SHOWN_VIOLATIONS)
    .map((violation) =>
      [`${violation.rule}: ${violation.what}`, ...describeContext(violation, evidence.records)].join('\n'),
    )
    .join('\n');
}

function describeContext({ at, what }: Violation, records: readonly HistoryRecord[]): string[] {
  if (at === null) return [];
  const near = records.filter((record) => Math.abs(record.at - at) <= AROUND_MS);
  // Records that the violation names explain more than others of that time.
  const named = near.filter((record) => isNamed(record, what));
  return (named.length > 0 ? named : near)
    .slice(0, SHOWN_LINES)
    .map((record) => `    ${JSON.stringify(record)}`);
}

function isNamed(record: HistoryRecord, what: string): boolean {
  if (record.type === 'fault-began' || record.type === 'fault-ended') return true;
  return Object.values(record).some(
    (value) => typeof value === 'string' && value.length > 5 && what.includes(value),
  );
}

const count = (violations: readonly Violation[], rule: ViolationRule) =>
  violations.filter((violation) => violation.rule === rule).length;

const totalSeconds = (spans: readonly TimeSpan[]) =>
  (spans.reduce((sum, { from, to }) => sum + to - from, 0) / 1000).toFixed(1);

function countByName(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, times]) => `${name} ${times}`).join(', ');
}
