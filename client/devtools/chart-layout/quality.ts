import type { Chart } from '../charts/chart.ts';
import type { ChartLayout } from '../charts/layout.ts';
import { findFaults } from './find-faults.ts';
import { doSegmentsCross, segmentsOf } from './geometry.ts';

/** The space for a chart on the page at 1440 by 900, in px. */
export const FRAME = { width: 800, height: 590 } as const;

/** The cost of one crossing, bend and fault; a chart twice as large as the frame costs 2. */
const CROSSING_COST = 0.04;
const BEND_COST = 0.004;
const FAULT_COST = 100;

/** The cost of a layout: its size relative to the frame, and its crossings, bends and faults. */
export function costOf(chart: Chart, layout: ChartLayout): number {
  const size = Math.max(layout.width / FRAME.width, layout.height / FRAME.height);
  return Math.max(size, 0.6) + penaltyOf(chart, layout);
}

/** The cost of a part of a chart. @param aspect the preferred ratio of width to height */
export function costOfPart(chart: Chart, layout: ChartLayout, aspect: number): number {
  const shape = Math.abs(Math.log(layout.width / layout.height / aspect));
  const size = Math.sqrt((layout.width * layout.height) / (FRAME.width * FRAME.height));
  return size * (1 + 0.2 * shape) + penaltyOf(chart, layout);
}

function penaltyOf(chart: Chart, layout: ChartLayout): number {
  const lines = [
    ...new Set(Object.values(layout.transitions).map(({ points }) => points)),
    ...layout.beginnings.map(({ points }) => points),
  ];
  const bends = lines.reduce((sum, points) => sum + Math.max(0, points.length - 2), 0);
  return (
    FAULT_COST * findFaults(chart, layout).length + CROSSING_COST * countCrossings(lines) + BEND_COST * bends
  );
}

export function countCrossings(lines: readonly (readonly { x: number; y: number }[])[]): number {
  const all = lines.map(segmentsOf);
  let count = 0;
  all.forEach((one, index) => {
    for (const other of all.slice(index + 1))
      for (const segment of one) count += other.filter((each) => doSegmentsCross(segment, each)).length;
  });
  return count;
}
