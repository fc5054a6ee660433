import { serverMachines, type MachineReport } from '@cruddur/shared';
import type { Chart } from '../charts/chart.ts';
import testCoverage from '../charts/coverage.json';
import type { TraceEntry } from '../inspect/trace.ts';
import type { ChartAnnotations, CoverageLevel } from './chart/chart-annotations.ts';

/** In the order of the legend. */
export const COVERAGE_LEVELS: readonly CoverageLevel[] = ['now', 'session', 'tests', 'never'];

/** Names of atomic states and of transitions of one machine. */
export interface ReachedNames {
  states: ReadonlySet<string>;
  transitions: ReadonlySet<string>;
}

export type ChartCoverage = Pick<ChartAnnotations, 'states' | 'transitions'>;

interface CoveredNames {
  states: string[];
  transitions: string[];
}

/** The test coverage of a machine: with actors, and in a browser, where it has browser tests. */
type TestCoverage = CoveredNames & {
  browser?: CoveredNames & { leftOut: Readonly<Record<string, string | undefined>> };
};

/** By the ids of the client's machines. */
const testCoverageByMachine = new Map<string, TestCoverage>(Object.entries(testCoverage));

/** The parts of a machine that the test suite reaches: all of a server machine, because its tests count every transition. */
export function reachedInTests({ machine, states, transitions }: Chart): ReachedNames {
  const tested = isServerMachine(machine)
    ? { states: states.map(({ path }) => path), transitions: transitions.map(({ name }) => name) }
    : testCoverageByMachine.get(machine);
  return { states: new Set(tested?.states), transitions: new Set(tested?.transitions) };
}

const isServerMachine = (machine: string) => Object.values(serverMachines).some(({ id }) => id === machine);

/** Why the browser tests do not reach a state or transition; undefined when they do, or when there are none. */
export const explainBrowserGap = (machine: string, name: string): string | undefined =>
  testCoverageByMachine.get(machine)?.browser?.leftOut[name];

/** The parts of a machine that its actors have reached in a recording, in all tabs. */
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

/** The parts of a machine that the server's actors have reached since its start, and their current states. */
export function reachedOnServer(
  chart: Chart,
  { states, moves }: MachineReport,
): { now: string[]; session: ReachedNames } {
  const counted = (counts: Readonly<Record<string, number>>) =>
    Object.keys(counts).filter((name) => (counts[name] ?? 0) > 0);
  const final = new Set(chart.states.filter(({ kind }) => kind === 'final').map(({ path }) => path));
  // Actors in a final state are counted, but they have ended.
  const now = counted(states).filter((path) => !final.has(path));
  return { now, session: { states: new Set(counted(states)), transitions: new Set(counted(moves)) } };
}

/** The coverage level of every state, composite ones too, and every transition. */
export function computeCoverage(
  chart: Chart,
  { now, session, tests }: { now: readonly string[]; session: ReachedNames; tests: ReachedNames },
): ChartCoverage {
  const includesState = (states: readonly string[], path: string) =>
    states.some((state) => state === path || path === '' || state.startsWith(`${path}.`));
  // The ends of a taken transition count as reached, even when no entry shows the machine in them.
  const reachedStates = ({ states, transitions }: ReachedNames) => [
    ...states,
    ...chart.transitions
      .filter(({ name }) => transitions.has(name))
      .flatMap(({ source, targets }) => [source, ...targets]),
  ];
  const [ofSession, ofTests] = [reachedStates(session), reachedStates(tests)];
  const states = chart.states.map(({ path }): [string, CoverageLevel] => {
    if (includesState(now, path)) return [path, 'now'];
    if (includesState(ofSession, path)) return [path, 'session'];
    return [path, includesState(ofTests, path) ? 'tests' : 'never'];
  });
  const transitions = chart.transitions.map(({ name }): [string, CoverageLevel] => {
    if (session.transitions.has(name)) return [name, 'session'];
    return [name, tests.transitions.has(name) ? 'tests' : 'never'];
  });
  return { states: Object.fromEntries(states), transitions: Object.fromEntries(transitions) };
}

/** The number of a chart's states at each level, without the machine itself. */
export function countCoverage(chart: Chart, coverage: ChartCoverage): Record<CoverageLevel, number> {
  const counts = { now: 0, session: 0, tests: 0, never: 0 };
  for (const { path } of chart.states) if (path !== '') counts[coverage.states[path] ?? 'never'] += 1;
  return counts;
}
