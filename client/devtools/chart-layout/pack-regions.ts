import type { Chart, ChartState } from '../charts/chart.ts';
import type { Box, Point } from '../charts/layout.ts';
import { createDrawing, type Drawing } from './drawing.ts';
import { PADDING } from './elk-graph.ts';
import { headSize, type Size } from './labels.ts';

/** Between two regions; their separator is in the middle. */
const GAP = 20;

export interface Region extends Size {
  path: string;
}

export interface Regions {
  chart: Chart;
  /** Their parent. */
  state: ChartState;
  regions: readonly Region[];
}

/** Lays out regions that no transition leaves in rows. @param widest the maximum width of a row, in px */
export function packRegions({ chart, state, regions }: Regions, widest: number): Drawing {
  const head = headSize(chart, state);
  const { side, top, bottom, below } = PADDING;
  const start: Point = { x: side, y: top + head.height + below };
  const rows = toRows(regions, widest);
  const drawing = createDrawing();
  const width = Math.max(head.width, ...rows.map(rowWidth));
  let y = start.y;
  rows.forEach((row, index) => {
    const height = Math.max(...row.map((region) => region.height));
    const spare = (width - rowWidth(row)) / row.length;
    let x = start.x;
    row.forEach((region, column) => {
      // Regions of a row share its height and fill its width.
      drawing.states[region.path] = { x, y, width: region.width + spare, height };
      x += region.width + spare + GAP;
      if (column < row.length - 1)
        drawing.separators.push([
          { x: x - GAP / 2, y },
          { x: x - GAP / 2, y: y + height },
        ]);
    });
    y += height + GAP;
    if (index < rows.length - 1)
      drawing.separators.push([
        { x: side, y: y - GAP / 2 },
        { x: side + width, y: y - GAP / 2 },
      ]);
  });
  drawing.states[state.path] = { x: 0, y: 0, width: width + 2 * side, height: y - GAP + bottom };
  return drawing;
}

const rowWidth = (row: readonly Size[]) => row.reduce((sum, { width }) => sum + width + GAP, -GAP);

function toRows(regions: readonly Region[], widest: number): Region[][] {
  const rows: Region[][] = [];
  for (const region of regions) {
    const last = rows.at(-1);
    if (last && rowWidth([...last, region]) <= widest) last.push(region);
    else rows.push([region]);
  }
  return rows;
}

/** Separators half way between neighbours that ELK has laid out beside or below each other. */
export function toSeparators(regions: readonly Box[]): [Point, Point][] {
  const top = Math.min(...regions.map(({ y }) => y));
  const left = Math.min(...regions.map(({ x }) => x));
  const bottom = Math.max(...regions.map(({ y, height }) => y + height));
  const right = Math.max(...regions.map(({ x, width }) => x + width));
  const across = [...regions].sort((one, other) => one.x - other.x);
  return across.slice(1).flatMap((region, index): [Point, Point][] => {
    const before = across[index];
    if (!before) return [];
    if (before.x + before.width <= region.x) {
      const x = (before.x + before.width + region.x) / 2;
      return [
        [
          { x, y: top },
          { x, y: bottom },
        ],
      ];
    }
    const [upper, lower] = before.y < region.y ? [before, region] : [region, before];
    const y = (upper.y + upper.height + lower.y) / 2;
    return [
      [
        { x: left, y },
        { x: right, y },
      ],
    ];
  });
}
