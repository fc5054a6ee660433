import type { Chart, ChartState, ChartTransition } from '../../charts/chart.ts';
import { formatDuration } from '../../charts/format-duration.ts';
import { COVERAGE_TEXTS, type ChartAnnotations, type CoverageLevel } from './chart-annotations.ts';

/** A state's name as it is written in its box. */
export function stateTitle({ machine }: Chart, { path, key, kind }: ChartState): string {
  if (kind === 'history') return 'H';
  if (kind === 'deep-history') return 'H*';
  return path === '' ? machine : key;
}

/** A chart in one breath, for those who do not see it. */
export function chartLabel(chart: Chart, marks: ChartAnnotations): string {
  const { machine, states, transitions } = chart;
  const active = states.filter(({ path }) => marks.states[path] === 'now').map(({ path }) => path || machine);
  const counts = `${states.length - 1} states, ${transitions.length} transitions.`;
  const now = active.length === 0 ? '' : ` Active: ${active.join(', ')}.`;
  const last = marks.last.length === 0 ? '' : ` Last taken: ${marks.last.join(', ')}.`;
  return `Statechart ${machine}: ${counts}${now}${last}`;
}

export function stateLabel(
  { machine }: Chart,
  { path, kind, invokes }: ChartState,
  mark?: CoverageLevel,
): string {
  const runs = invokes.map((actor) => `invokes ${actor}`);
  return [`State ${path || machine}`, kind, ...runs, ...(mark ? [COVERAGE_TEXTS[mark]] : [])].join(', ');
}

export function transitionLabel(
  { machine }: Chart,
  transition: ChartTransition,
  mark?: CoverageLevel,
): string {
  const { source, targets, event, guard, delayMs } = transition;
  const span = delayMs === null ? '' : `, ${formatDuration(delayMs)}`;
  const way =
    targets.length === 0 ? `stays in ${source || machine}` : `from ${source || machine} to ${targets.join()}`;
  const parts = [`Transition ${event}${span}`, ...(guard === null ? [] : [`if ${guard}`]), way];
  return [...parts, ...(mark ? [COVERAGE_TEXTS[mark]] : [])].join(', ');
}
