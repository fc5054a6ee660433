import type { Chart } from '../charts/chart.ts';
import type { Box, ChartLayout, Point } from '../charts/layout.ts';
import { findFaults } from './find-faults.ts';

/** A jog is a short segment between two parallel ones; a longer one is kept. In px. */
const MAX_JOG = 14;
/** The minimum distance of a line's end from a state's corner, in px. */
const CORNER_MARGIN = 8;

/** Removes jogs next to a line's ends by moving the end along the state's border, when this causes no fault. */
export function straightenLines(chart: Chart, layout: ChartLayout): ChartLayout {
  let straight = layout;
  for (const { name, source, targets } of chart.transitions) {
    const [target] = targets;
    const route = straight.transitions[name];
    const from = straight.states[source];
    const to = target === undefined ? undefined : straight.states[target];
    if (!route || !from || !to || source === target) continue;
    for (const points of [withoutFirstJog(route.points, from), withoutLastJog(route.points, to)]) {
      if (!points) continue;
      const parallel = chart.transitions.filter(
        (each) => each.source === source && each.targets.join() === targets.join(),
      );
      const moved = Object.fromEntries(
        parallel.flatMap((each) => {
          const own = straight.transitions[each.name];
          return own ? [[each.name, { ...own, points }]] : [];
        }),
      );
      const candidate = { ...straight, transitions: { ...straight.transitions, ...moved } };
      if (findFaults(chart, candidate).length > 0) continue;
      straight = candidate;
      break;
    }
  }
  return straight;
}

/** The line without its second segment when that is a jog; null otherwise. */
function withoutFirstJog(points: readonly Point[], box: Box): Point[] | null {
  const [start, turn, back, next] = points;
  if (!start || !turn || !back || !next) return null;
  const isLevel = start.y === turn.y;
  if (isLevel !== (back.y === next.y)) return null;
  const step = isLevel ? back.y - turn.y : back.x - turn.x;
  const begin = isLevel ? { x: start.x, y: back.y } : { x: back.x, y: start.y };
  if (Math.abs(step) > MAX_JOG || !isOnSide(begin, box, isLevel)) return null;
  return [begin, ...points.slice(3)];
}

function withoutLastJog(points: readonly Point[], box: Box): Point[] | null {
  return withoutFirstJog([...points].reverse(), box)?.reverse() ?? null;
}

function isOnSide({ x, y }: Point, box: Box, isLevel: boolean): boolean {
  const [at, from, length] = isLevel ? [y, box.y, box.height] : [x, box.x, box.width];
  return at >= from + CORNER_MARGIN && at <= from + length - CORNER_MARGIN;
}
