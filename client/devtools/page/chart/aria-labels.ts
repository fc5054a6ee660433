import type { Chart, ChartState, ChartTransition } from '../../charts/chart.ts';
import { formatDuration } from '../../charts/format-duration.ts';
import { COVERAGE_TEXTS, type ChartAnnotations, type CoverageLevel } from './chart-annotations.ts';

/** A summary of a chart for screen readers. */
export function chartLabel(chart: Chart, annotations: ChartAnnotations): string {
  const { machine, states, transitions } = chart;
  const active = states
    .filter(({ path }) => annotations.states[path] === 'now')
    .map(({ path }) => path || machine);
  const counts = `${states.length - 1} states, ${transitions.length} transitions.`;
  const now = active.length === 0 ? '' : ` Active: ${active.join(', ')}.`;
  const last = annotations.last.length === 0 ? '' : ` Last taken: ${annotations.last.join(', ')}.`;
  return `Statechart ${machine}: ${counts}${now}${last}`;
}

export function stateLabel(
  { machine }: Chart,
  { path, kind, invokes }: ChartState,
  level?: CoverageLevel,
): string {
  const runs = invokes.map((actor) => `invokes ${actor}`);
  return [`State ${path || machine}`, kind, ...runs, ...(level ? [COVERAGE_TEXTS[level]] : [])].join(', ');
}

export function transitionLabel(
  { machine }: Chart,
  transition: ChartTransition,
  level?: CoverageLevel,
): string {
  const { source, targets, event, guard, delayMs } = transition;
  const delay = delayMs === null ? '' : `, ${formatDuration(delayMs)}`;
  const direction =
    targets.length === 0 ? `stays in ${source || machine}` : `from ${source || machine} to ${targets.join()}`;
  const parts = [`Transition ${event}${delay}`, ...(guard === null ? [] : [`if ${guard}`]), direction];
  return [...parts, ...(level ? [COVERAGE_TEXTS[level]] : [])].join(', ');
}
