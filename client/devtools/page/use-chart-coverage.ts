import type { MachineReport } from '@cruddur/shared';
import { useMemo, useState } from 'react';
import type { Chart } from '../charts/chart.ts';
import type { TraceEntry } from '../inspect/trace.ts';
import { currentStates, type MachineView } from './reduce-actors.ts';
import {
  computeCoverage,
  reachedIn,
  reachedInTests,
  reachedOnServer,
  type ChartCoverage,
} from './coverage.ts';

interface CoverageSources {
  actor: MachineView | null;
  entries: readonly TraceEntry[];
  /** The number of entries that count; null is all. */
  position: number | null;
  /** The counts of a server machine; null for one of the client. */
  report: MachineReport | null;
}

/** Where each state and transition of a chart was reached: now, in this session, by the test suite, or never. */
export function useChartCoverage(
  chart: Chart,
  { actor, entries, position, report }: CoverageSources,
): ChartCoverage {
  const tests = useMemo(() => reachedInTests(chart), [chart]);
  const reached = useMemo(
    () => reachedIn(position === null ? entries : entries.slice(0, position), chart.machine),
    [entries, position, chart],
  );
  // Most entries do not change the coverage: it keeps its identity then, and the chart is not rendered again.
  const session = useStableValue(reached, (names) => [...names.states, '', ...names.transitions].join('\n'));
  const now = useStableValue(currentStates(actor), (states) => states.join('\n'));
  return useMemo(
    () => computeCoverage(chart, { tests, ...(report ? reachedOnServer(chart, report) : { now, session }) }),
    [chart, now, session, tests, report],
  );
}

/** The first of consecutive values with the same key. */
function useStableValue<Value>(value: Value, keyOf: (value: Value) => string): Value {
  const key = keyOf(value);
  const [previous, setPrevious] = useState({ value, key });
  if (previous.key === key) return previous.value;
  setPrevious({ value, key });
  return value;
}
