import type { MachineReport } from '@cruddur/shared';
import type { Chart } from '../charts/chart.ts';
import type { TraceEntry } from '../inspect/trace.ts';
import type { ChartAnnotations, CoverageLevel } from './chart/chart-annotations.ts';

/** From the nearest to the farthest. */
export const COVERAGE_LEVELS: readonly CoverageLevel[] = ['now', 'session', 'tests', 'never'];

/** Names of states, innermost ones, and of transitions of one machine. */
export interface ReachedNames {
  states: ReadonlySet<string>;
  transitions: ReadonlySet<string>;
}

export type ChartCoverage = Pick<ChartAnnotations, 'states' | 'transitions'>;

/** What a machine's actors have come through in a record, whichever tab they were in. */
export function reachedIn(entries: readonly TraceEntry[], machine: string): ReachedNames {
  const states = new Set<string>();
  const transitions = new Set<string>();
  for (const entry of entries) {
    if ((entry.kind !== 'machine' && entry.kind !== 'event') || entry.machine !== machine) continue;
    for (const state of entry.states) states.add(state);
    if (entry.kind === 'event') for (const name of entry.taken.flat()) transitions.add(name);
  }
  return { states, transitions };
}

/** What the server's actors of one kind have come through since its start, and where they are now. */
export function reachedOnServer(
  chart: Chart,
  { states, moves }: MachineReport,
): { now: string[]; session: ReachedNames } {
  const some = (counts: Readonly<Record<string, number>>) =>
    Object.keys(counts).filter((name) => (counts[name] ?? 0) > 0);
  const ends = new Set(chart.states.filter(({ kind }) => kind === 'final').map(({ path }) => path));
  // Those that have ended are counted, but they are nowhere any more.
  const now = some(states).filter((path) => !ends.has(path));
  return { now, session: { states: new Set(some(states)), transitions: new Set(some(moves)) } };
}

/** A mark for every state, outer ones too, and every transition. */
export function computeCoverage(
  chart: Chart,
  { now, session, tests }: { now: readonly string[]; session: ReachedNames; tests: ReachedNames },
): ChartCoverage {
  const holds = (states: readonly string[], path: string) =>
    states.some((state) => state === path || path === '' || state.startsWith(`${path}.`));
  // Whatever was passed on the way counts as well, though nobody saw it stand there.
  const passed = ({ states, transitions }: ReachedNames) => [
    ...states,
    ...chart.transitions
      .filter(({ name }) => transitions.has(name))
      .flatMap(({ source, targets }) => [source, ...targets]),
  ];
  const [ofSession, ofTests] = [passed(session), passed(tests)];
  const states = chart.states.map(({ path }): [string, CoverageLevel] => {
    if (holds(now, path)) return [path, 'now'];
    if (holds(ofSession, path)) return [path, 'session'];
    return [path, holds(ofTests, path) ? 'tests' : 'never'];
  });
  const transitions = chart.transitions.map(({ name }): [string, CoverageLevel] => {
    if (session.transitions.has(name)) return [name, 'session'];
    return [name, tests.transitions.has(name) ? 'tests' : 'never'];
  });
  return { states: Object.fromEntries(states), transitions: Object.fromEntries(transitions) };
}

/** How many of a chart's states, the machine itself not counted, have which mark. */
export function countCoverage(chart: Chart, marks: ChartCoverage): Record<CoverageLevel, number> {
  const counts = { now: 0, session: 0, tests: 0, never: 0 };
  for (const { path } of chart.states) if (path !== '') counts[marks.states[path] ?? 'never'] += 1;
  return counts;
}
