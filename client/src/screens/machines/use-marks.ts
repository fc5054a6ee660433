import type { MachineReport } from '@cruddur/shared';
import { useMemo } from 'react';
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
  const tests = useMemo(() => testedOf(chart.machine), [chart]);
  const session = useMemo(
    () => reachedIn(place === null ? entries : entries.slice(0, place), chart.machine),
    [entries, place, chart],
  );
  const now = actor?.ended === null ? actor.states : NO_STATES;
  return useMemo(
    () => marksOf(chart, { tests, ...(report ? reachedAtServer(chart, report) : { now, session }) }),
    [chart, now, session, tests, report],
  );
}

const NO_STATES: readonly string[] = [];
