import type { Point } from '../../charts/layout.ts';

const RADIUS = 9;

/** An SVG path along a route with rounded corners. */
export function toSvgPath(points: readonly Point[]): string {
  const steps = points.map((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (!before) return `M${formatPoint(point)}`;
    if (!after) return `L${formatPoint(point)}`;
    const radius = Math.min(RADIUS, distance(before, point) / 2, distance(point, after) / 2);
    return `L${formatPoint(movePointTowards(point, before, radius))}Q${formatPoint(point)} ${formatPoint(movePointTowards(point, after, radius))}`;
  });
  return steps.join('');
}

const formatPoint = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
const round = (value: number) => Math.round(value * 10) / 10;
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

function movePointTowards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length };
}
