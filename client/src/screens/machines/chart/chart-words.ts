import type { Chart, ChartState, ChartTransition } from '../../../charts/chart.ts';
import { saySpan } from '../../../charts/say-span.ts';
import { MARK_WORDS, type ChartMarks, type Mark } from './marks.ts';

/** A state's name as it is written in its box. */
export function titleOf({ machine }: Chart, { path, key, kind }: ChartState): string {
  if (kind === 'history') return 'H';
  if (kind === 'deep-history') return 'H*';
  return path === '' ? machine : key;
}

/** A chart in one breath, for those who do not see it. */
export function sayChart(chart: Chart, marks: ChartMarks): string {
  const { machine, states, transitions } = chart;
  const active = states.filter(({ path }) => marks.states[path] === 'now').map(({ path }) => path || machine);
  const counts = `${states.length - 1} states, ${transitions.length} transitions.`;
  const now = active.length === 0 ? '' : ` Active: ${active.join(', ')}.`;
  const last = marks.last.length === 0 ? '' : ` Last taken: ${marks.last.join(', ')}.`;
  return `Statechart ${machine}: ${counts}${now}${last}`;
}

export function sayState({ machine }: Chart, { path, kind, invokes }: ChartState, mark?: Mark): string {
  const runs = invokes.map((actor) => `invokes ${actor}`);
  return [`State ${path || machine}`, kind, ...runs, ...(mark ? [MARK_WORDS[mark]] : [])].join(', ');
}

export function sayTransition({ machine }: Chart, transition: ChartTransition, mark?: Mark): string {
  const { source, targets, event, guard, delayMs } = transition;
  const span = delayMs === null ? '' : `, ${saySpan(delayMs)}`;
  const way =
    targets.length === 0 ? `stays in ${source || machine}` : `from ${source || machine} to ${targets.join()}`;
  const parts = [`Transition ${event}${span}`, ...(guard === null ? [] : [`if ${guard}`]), way];
  return [...parts, ...(mark ? [MARK_WORDS[mark]] : [])].join(', ');
}
