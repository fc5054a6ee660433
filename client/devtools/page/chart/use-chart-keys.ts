import { useState, type KeyboardEvent } from 'react';
import type { ChartSelection } from './chart-annotations.ts';
import { ARROWS, isArrow, findNearest, type Item } from './find-nearest.ts';
import type { ChartView } from './use-chart-view.ts';

/** The distance that one arrow key moves the chart, in screen px. */
const PAN = 60;

/**
 * Keyboard control of a chart. On the frame, arrow keys move the chart and Enter focuses an item. On an item, arrow keys focus
 * the nearest one, Enter and space choose it, Escape focuses the frame. Plus, minus and 0 zoom in both.
 */
export function useChartKeys(
  items: readonly Item[],
  view: ChartView,
  onChoose?: (chosen: ChartSelection) => void,
) {
  const [current, setCurrent] = useState<string | null>(null);
  const currentItem = items.find(({ id }) => id === current) ?? items[0];

  const focus = (item: Item | null | undefined) => {
    if (!item) return;
    setCurrent(item.id);
    view.reveal(item.box);
    elementOf(view, item.id)?.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    const { key, target, currentTarget } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnFrame = target === currentTarget;
    if (key === '+' || key === '=') view.zoomIn();
    else if (key === '-') view.zoomOut();
    else if (key === '0') view.fit();
    else if (isArrow(key) && isOnFrame) view.panBy(-ARROWS[key].x * PAN, -ARROWS[key].y * PAN);
    else if (isArrow(key)) focus(currentItem && findNearest(items, currentItem, key));
    else if (key === 'Enter' && isOnFrame) focus(currentItem);
    else if (key === 'Escape' && !isOnFrame) currentTarget.focus();
    else if ((key === 'Enter' || key === ' ') && currentItem && !isOnFrame) onChoose?.(currentItem.chosen);
    else return;
    event.preventDefault();
  };

  return { current: currentItem?.id ?? null, setCurrent, onKeyDown };
}

function elementOf({ svg }: ChartView, id: string): SVGGElement | null {
  const all = svg.current?.querySelectorAll<SVGGElement>('[data-item]') ?? [];
  return [...all].find(({ dataset }) => dataset.item === id) ?? null;
}
