import type { Point } from '../src/charts/layout.ts';
import { keyOf, type Arrow } from './arrows.ts';
import { include, movedPoint, type Drawing } from './drawing.ts';
import { doorsOf, type Part } from './elk-graph.ts';
import { withoutStops } from './geometry.ts';
import { isInside } from './paths.ts';

/** A block for what is around it: its size, and where its doors are. */
export function toPart(arrows: readonly Arrow[], path: string, { states, doors }: Drawing): Part {
  const { width, height } = states[path] ?? { width: 0, height: 0 };
  const places = doorsOf(arrows, path).flatMap((arrow) => {
    const points = doors[keyOf(arrow)] ?? [];
    const place = isInside(arrow.source, path) ? points.at(-1) : points[0];
    return place ? [[keyOf(arrow), place] as const] : [];
  });
  return { width, height, doors: Object.fromEntries(places) };
}

/** Puts blocks into a drawing, where it has left room for them. */
export function filled(
  arrows: readonly Arrow[],
  drawing: Drawing,
  blocks: ReadonlyMap<string, Drawing>,
): Drawing {
  for (const [path, block] of blocks) {
    const place = drawing.states[path];
    if (!place) continue;
    include(drawing, block, place);
    // A region may have been given more room than it needs.
    drawing.states[path] = place;
    for (const arrow of doorsOf(arrows, path))
      join(drawing, arrow, { path, piece: block.doors[keyOf(arrow)] ?? [] });
  }
  return drawing;
}

/** Puts the piece of an arrow that is inside a block to the rest of it. */
function join(
  drawing: Drawing,
  arrow: Arrow,
  { path, piece }: { path: string; piece: readonly Point[] },
): void {
  const place = drawing.states[path] ?? { x: 0, y: 0 };
  const inner = piece.map((point) => movedPoint(point, place));
  const joined = (outer: readonly Point[]) =>
    withoutStops(isInside(arrow.source, path) ? [...inner, ...outer] : [...outer, ...inner]);
  const key = keyOf(arrow);
  const door = drawing.doors[key];
  if (door) drawing.doors[key] = joined(door);
  const [first] = arrow.transitions;
  const points = joined((first && drawing.transitions[first.name]?.points) ?? []);
  for (const { name } of arrow.transitions) {
    const route = drawing.transitions[name];
    if (route) drawing.transitions[name] = { ...route, points };
  }
}
