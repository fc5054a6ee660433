import type { Chart } from '../src/devtools/charts/chart.ts';
import type { Box, ChartLayout, Point } from '../src/devtools/charts/layout.ts';
import { findFaults } from './find-faults.ts';

/** A step aside of less than this, in px, says nothing and only disturbs. */
const MAX_JOG = 14;
/** From a state's corner, in px. */
const CORNER_MARGIN = 8;

/** Takes small steps aside out of lines by moving where they begin or end along the border, where nothing speaks against it. */
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
      const same = chart.transitions.filter(
        (each) => each.source === source && each.targets.join() === targets.join(),
      );
      const moved = Object.fromEntries(
        same.flatMap((each) => {
          const own = straight.transitions[each.name];
          return own ? [[each.name, { ...own, points }]] : [];
        }),
      );
      const tried = { ...straight, transitions: { ...straight.transitions, ...moved } };
      if (findFaults(chart, tried).length > 0) continue;
      straight = tried;
      break;
    }
  }
  return straight;
}

/** The line with its first piece in line with its third, when the second is a small step between them. */
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
