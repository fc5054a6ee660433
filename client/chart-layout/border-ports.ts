import type { Point } from '../src/devtools/charts/layout.ts';
import { arrowKey, type Arrow } from './arrows.ts';
import { includePart, movePoint, type Drawing } from './drawing.ts';
import { arrowsAcrossBorder, type Part } from './elk-graph.ts';
import { removeCollinearPoints } from './geometry.ts';
import { isInside } from './paths.ts';

/** A block for what is around it: its size, and where its doors are. */
export function toPart(arrows: readonly Arrow[], path: string, { states, doors }: Drawing): Part {
  const { width, height } = states[path] ?? { width: 0, height: 0 };
  const places = arrowsAcrossBorder(arrows, path).flatMap((arrow) => {
    const points = doors[arrowKey(arrow)] ?? [];
    const place = isInside(arrow.source, path) ? points.at(-1) : points[0];
    return place ? [[arrowKey(arrow), place] as const] : [];
  });
  return { width, height, ports: Object.fromEntries(places) };
}

/** Puts blocks into a drawing, where it has left room for them. */
export function insertBlocks(
  arrows: readonly Arrow[],
  drawing: Drawing,
  blocks: ReadonlyMap<string, Drawing>,
): Drawing {
  for (const [path, block] of blocks) {
    const place = drawing.states[path];
    if (!place) continue;
    includePart(drawing, block, place);
    // A region may have been given more room than it needs.
    drawing.states[path] = place;
    for (const arrow of arrowsAcrossBorder(arrows, path))
      joinArrow(drawing, arrow, { path, piece: block.doors[arrowKey(arrow)] ?? [] });
  }
  return drawing;
}

/** Puts the piece of an arrow that is inside a block to the rest of it. */
function joinArrow(
  drawing: Drawing,
  arrow: Arrow,
  { path, piece }: { path: string; piece: readonly Point[] },
): void {
  const place = drawing.states[path] ?? { x: 0, y: 0 };
  const inner = piece.map((point) => movePoint(point, place));
  const joined = (outer: readonly Point[]) =>
    removeCollinearPoints(isInside(arrow.source, path) ? [...inner, ...outer] : [...outer, ...inner]);
  const key = arrowKey(arrow);
  const door = drawing.doors[key];
  if (door) drawing.doors[key] = joined(door);
  const [first] = arrow.transitions;
  const points = joined((first && drawing.transitions[first.name]?.points) ?? []);
  for (const { name } of arrow.transitions) {
    const route = drawing.transitions[name];
    if (route) drawing.transitions[name] = { ...route, points };
  }
}
