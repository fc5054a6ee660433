import type { Chart } from '../../charts/chart.ts';
import type { Box, ChartLayout } from '../../charts/layout.ts';
import { selectionId, type ChartSelection } from './chart-annotations.ts';

export const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;

export type Arrow = keyof typeof ARROWS;

export const isArrow = (key: string): key is Arrow => key in ARROWS;

export interface Item {
  id: string;
  chosen: ChartSelection;
  box: Box;
}

/** Everything that can be chosen on a chart, with the box of its label. */
export function toItems(chart: Chart, layout: ChartLayout): Item[] {
  const states = chart.states.map(({ path }) => ({
    chosen: { kind: 'state', path } as const,
    box: layout.titles[path],
  }));
  const transitions = chart.transitions.map(({ name }) => ({
    chosen: { kind: 'transition', name } as const,
    box: layout.transitions[name]?.label,
  }));
  return [...states, ...transitions].flatMap(({ chosen, box }) =>
    box ? [{ id: selectionId(chosen), chosen, box }] : [],
  );
}

/** The nearest item in a direction; a distance across it counts twice. */
export function findNearest(items: readonly Item[], from: Item, arrow: Arrow): Item | null {
  const { x, y } = ARROWS[arrow];
  const start = centerOf(from.box);
  const ranked = items
    .filter(({ id }) => id !== from.id)
    .map((item) => {
      const center = centerOf(item.box);
      const ahead = (center.x - start.x) * x + (center.y - start.y) * y;
      const aside = Math.abs((center.x - start.x) * y) + Math.abs((center.y - start.y) * x);
      return { item, ahead, distance: ahead + 2 * aside };
    })
    .filter(({ ahead, distance }) => ahead > 1 && distance < ahead * 5)
    .sort((one, other) => one.distance - other.distance);
  return ranked[0]?.item ?? null;
}

const centerOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
