import type { InitialArrow, Box, Point, Route } from '../charts/layout.ts';

/** A state and its descendants, laid out, with that state's corner at 0, 0. */
export interface Drawing {
  states: Record<string, Box>;
  transitions: Record<string, Route>;
  beginnings: InitialArrow[];
  separators: [Point, Point][];
  /** By arrow key: the inner segments of arrows that cross the state's border, on which they begin or end. */
  borderSegments: Record<string, Point[]>;
}

export const createDrawing = (): Drawing => ({
  states: {},
  transitions: {},
  beginnings: [],
  separators: [],
  borderSegments: {},
});

export const movePoint = (point: Point, by: Point): Point => ({ x: point.x + by.x, y: point.y + by.y });
export const moveBox = (box: Box, by: Point): Box => ({ ...box, ...movePoint(box, by) });

/** Adds a part to a drawing. @param at where the part's corner is placed */
export function includePart(drawing: Drawing, part: Drawing, at: Point): void {
  for (const [path, box] of Object.entries(part.states)) drawing.states[path] = moveBox(box, at);
  for (const [name, { points, label, lines }] of Object.entries(part.transitions)) {
    const moved = points.map((point) => movePoint(point, at));
    drawing.transitions[name] = { points: moved, label: moveBox(label, at), lines };
  }
  for (const { state, points } of part.beginnings)
    drawing.beginnings.push({ state, points: points.map((point) => movePoint(point, at)) });
  for (const [from, to] of part.separators) drawing.separators.push([movePoint(from, at), movePoint(to, at)]);
}
