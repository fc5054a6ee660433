import type { Chart } from '../charts/chart.ts';
import type { MachineView } from './reduce-actors.ts';
import type { ChartAnnotations } from './chart/chart-annotations.ts';

/** How far the delays of an actor have burned, by the names of the transitions at their ends. */
export function listRunningDelays(
  chart: Chart,
  actor: MachineView | null,
  now: number,
): ChartAnnotations['delays'] {
  if (actor?.ended !== null) return {};
  const isIn = (path: string) => actor.states.some((state) => state === path || state.startsWith(`${path}.`));
  const burning = actor.timers.flatMap(({ delay, ends, ms }) =>
    chart.transitions
      .filter(({ event, source }) => event === delay && isIn(source))
      .map(({ name }) => [name, { leftMs: Math.max(ends - now, 0), ofMs: ms }] as const),
  );
  return Object.fromEntries(burning);
}
