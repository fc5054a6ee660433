import type { Chart } from '../../charts/chart.ts';
import type { MachineView } from './actors-at.ts';
import type { ChartMarks } from './chart/marks.ts';

/** How far the delays of an actor have burned, by the names of the transitions at their ends. */
export function delaysOf(chart: Chart, actor: MachineView | null, now: number): ChartMarks['delays'] {
  if (actor?.ended !== null) return {};
  const isIn = (path: string) => actor.states.some((state) => state === path || state.startsWith(`${path}.`));
  const burning = actor.timers.flatMap(({ delay, ends, ms }) =>
    chart.transitions
      .filter(({ event, source }) => event === delay && isIn(source))
      .map(({ name }) => [name, { leftMs: Math.max(ends - now, 0), ofMs: ms }] as const),
  );
  return Object.fromEntries(burning);
}
