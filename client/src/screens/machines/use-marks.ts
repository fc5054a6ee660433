import type { MachineReport } from '@cruddur/shared';
import { useMemo, useState } from 'react';
import type { Chart } from '../../charts/chart.ts';
import type { TraceEntry } from '../../inspect/trace.ts';
import type { MachineView } from './actors-at.ts';
import { marksOf, reachedAtServer, reachedIn, type Marks } from './coverage.ts';
import { testedOf } from './tested.ts';

interface Facts {
  actor: MachineView | null;
  entries: readonly TraceEntry[];
  /** How many of them have happened where the page stands; null is all. */
  place: number | null;
  /** Of a machine of the server. */
  report: MachineReport | null;
}

/** How far each state and transition of a chart was reached: now, in this session, by the test suite, or never. */
export function useMarks(chart: Chart, { actor, entries, place, report }: Facts): Marks {
  const tests = useMemo(() => testedOf(chart), [chart]);
  const reached = useMemo(
    () => reachedIn(place === null ? entries : entries.slice(0, place), chart.machine),
    [entries, place, chart],
  );
  // Most of what happens changes nothing here: the marks are then the same ones, and the chart need not be drawn anew.
  const session = useSame(reached, (one) => [...one.states, '', ...one.transitions].join('\n'));
  const now = useSame(actor?.ended === null ? actor.states : NO_STATES, (one) => one.join('\n'));
  return useMemo(
    () => marksOf(chart, { tests, ...(report ? reachedAtServer(chart, report) : { now, session }) }),
    [chart, now, session, tests, report],
  );
}

/** The first of several values in a row that say the same. */
function useSame<Value>(value: Value, say: (value: Value) => string): Value {
  const said = say(value);
  const [kept, setKept] = useState({ value, said });
  if (kept.said === said) return kept.value;
  setKept({ value, said });
  return value;
}

const NO_STATES: readonly string[] = [];
