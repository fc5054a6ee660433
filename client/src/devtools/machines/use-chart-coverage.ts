import type { MachineReport } from '@cruddur/shared';
import { useMemo, useState } from 'react';
import type { Chart } from '../charts/chart.ts';
import type { TraceEntry } from '../inspect/trace.ts';
import type { MachineView } from './reduce-actors.ts';
import { computeCoverage, reachedOnServer, reachedIn, type ChartCoverage } from './compute-coverage.ts';
import { readTestCoverage } from './test-coverage.ts';

interface CoverageFacts {
  actor: MachineView | null;
  entries: readonly TraceEntry[];
  /** How many of them have happened where the page stands; null is all. */
  position: number | null;
  /** Of a machine of the server. */
  report: MachineReport | null;
}

/** How far each state and transition of a chart was reached: now, in this session, by the test suite, or never. */
export function useChartCoverage(
  chart: Chart,
  { actor, entries, position, report }: CoverageFacts,
): ChartCoverage {
  const tests = useMemo(() => readTestCoverage(chart), [chart]);
  const reached = useMemo(
    () => reachedIn(position === null ? entries : entries.slice(0, position), chart.machine),
    [entries, position, chart],
  );
  // Most of what happens changes nothing here: the marks are then the same ones, and the chart need not be drawn anew.
  const session = useStableValue(reached, (one) => [...one.states, '', ...one.transitions].join('\n'));
  const now = useStableValue(actor?.ended === null ? actor.states : NO_STATES, (one) => one.join('\n'));
  return useMemo(
    () => computeCoverage(chart, { tests, ...(report ? reachedOnServer(chart, report) : { now, session }) }),
    [chart, now, session, tests, report],
  );
}

/** The first of several values in a row that say the same. */
function useStableValue<Value>(value: Value, keyOf: (value: Value) => string): Value {
  const key = keyOf(value);
  const [previous, setPrevious] = useState({ value, said: key });
  if (previous.said === key) return previous.value;
  setPrevious({ value, said: key });
  return value;
}

const NO_STATES: readonly string[] = [];
