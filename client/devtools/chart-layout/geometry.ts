import type { Box, Point } from '../charts/layout.ts';

export type Segment = readonly [Point, Point];

export const segmentsOf = (points: readonly Point[]): Segment[] =>
  points.slice(1).map((point, index): Segment => [points[index] ?? point, point]);

export function sidesOf({ x, y, width, height }: Box): Segment[] {
  const [left, right, top, bottom] = [x, x + width, y, y + height];
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
    { x: left, y: top },
  ];
  return segmentsOf(corners);
}

export const lengthOf = (points: readonly Point[]): number =>
  segmentsOf(points).reduce((sum, [from, to]) => sum + Math.hypot(to.x - from.x, to.y - from.y), 0);

export const expandBox = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Whether two boxes share more than an edge. */
export const doBoxesOverlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

export const isBoxIn = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Whether a horizontal or vertical segment runs through a box. */
export const doesCrossBox = ([from, to]: Segment, box: Box): boolean =>
  Math.min(from.x, to.x) < box.x + box.width &&
  Math.max(from.x, to.x) > box.x &&
  Math.min(from.y, to.y) < box.y + box.height &&
  Math.max(from.y, to.y) > box.y;

/** Whether two horizontal or vertical segments cross, not counting a shared end point. */
export function doSegmentsCross([a, b]: Segment, [c, d]: Segment): boolean {
  const isLevel = a.y === b.y;
  if (isLevel === (c.y === d.y)) return false;
  const [[left, right], [top, bottom]] = isLevel
    ? [sortedBy('x', a, b), sortedBy('y', c, d)]
    : [sortedBy('x', c, d), sortedBy('y', a, b)];
  return left.x < top.x && top.x < right.x && top.y < left.y && left.y < bottom.y;
}

/** Whether two parallel segments overlap by more than `near` px at a distance below `near` px. */
export function doRunAlong(one: Segment, other: Segment, near: number): boolean {
  const isLevel = one[0].y === one[1].y;
  if (isLevel !== (other[0].y === other[1].y)) return false;
  const [along, across] = isLevel ? (['x', 'y'] as const) : (['y', 'x'] as const);
  const [from, to] = sortedBy(along, ...one);
  const [start, end] = sortedBy(along, ...other);
  const shared = Math.min(to[along], end[along]) - Math.max(from[along], start[along]);
  return shared > near && Math.abs(one[0][across] - other[0][across]) < near;
}

const sortedBy = (side: 'x' | 'y', one: Point, other: Point): [Point, Point] =>
  one[side] <= other[side] ? [one, other] : [other, one];

/** The same line without points that lie on a straight segment. */
export function removeCollinearPoints(points: readonly Point[]): Point[] {
  const isStraight = (one: Point, between: Point, other: Point) =>
    (one.x === between.x && between.x === other.x) || (one.y === between.y && between.y === other.y);
  const line: Point[] = [];
  for (const point of points) {
    const [before, last] = [line.at(-2), line.at(-1)];
    if (before && last && isStraight(before, last, point)) line.pop();
    if (last?.x !== point.x || last.y !== point.y) line.push(point);
  }
  return line;
}
