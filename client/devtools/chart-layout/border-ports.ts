import { isInside } from '../charts/chart.ts';
import type { Point } from '../charts/layout.ts';
import { arrowKey, type Arrow } from './arrows.ts';
import { includePart, movePoint, type Drawing } from './drawing.ts';
import { arrowsAcrossBorder, type Part } from './elk-graph.ts';
import { removeCollinearPoints } from './geometry.ts';

/** A laid out state as a part of the one around it: its size and the ports on its border. */
export function toPart(arrows: readonly Arrow[], path: string, { states, borderSegments }: Drawing): Part {
  const { width, height } = states[path] ?? { width: 0, height: 0 };
  const ports = arrowsAcrossBorder(arrows, path).flatMap((arrow) => {
    const points = borderSegments[arrowKey(arrow)] ?? [];
    const at = isInside(arrow.source, path) ? points.at(-1) : points[0];
    return at ? [[arrowKey(arrow), at] as const] : [];
  });
  return { width, height, ports: Object.fromEntries(ports) };
}

/** Inserts the drawings of parts where a drawing has reserved space for them. @param blocks by path */
export function insertBlocks(
  arrows: readonly Arrow[],
  drawing: Drawing,
  blocks: ReadonlyMap<string, Drawing>,
): Drawing {
  for (const [path, block] of blocks) {
    const at = drawing.states[path];
    if (!at) continue;
    includePart(drawing, block, at);
    // ELK may have given a region more space than it needs.
    drawing.states[path] = at;
    for (const arrow of arrowsAcrossBorder(arrows, path))
      joinArrow(drawing, arrow, { path, segment: block.borderSegments[arrowKey(arrow)] ?? [] });
  }
  return drawing;
}

/** Joins the segment of an arrow inside a block with the segment outside. */
function joinArrow(
  drawing: Drawing,
  arrow: Arrow,
  { path, segment }: { path: string; segment: readonly Point[] },
): void {
  const at = drawing.states[path] ?? { x: 0, y: 0 };
  const inner = segment.map((point) => movePoint(point, at));
  const joined = (outer: readonly Point[]) =>
    removeCollinearPoints(isInside(arrow.source, path) ? [...inner, ...outer] : [...outer, ...inner]);
  const key = arrowKey(arrow);
  const outer = drawing.borderSegments[key];
  if (outer) drawing.borderSegments[key] = joined(outer);
  const [first] = arrow.transitions;
  const points = joined((first && drawing.transitions[first.name]?.points) ?? []);
  for (const { name } of arrow.transitions) {
    const route = drawing.transitions[name];
    if (route) drawing.transitions[name] = { ...route, points };
  }
}
