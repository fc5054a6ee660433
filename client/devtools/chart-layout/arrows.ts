import type { Chart, ChartTransition } from '../charts/chart.ts';
import { SIZES } from '../charts/layout.ts';
import { transitionLabelSize, type Size } from './labels.ts';

/** All transitions from one state to another: one line, with their labels below each other. */
export interface Arrow {
  source: string;
  target: string;
  transitions: readonly ChartTransition[];
}

/** Unique in its chart. */
export const arrowKey = ({ source, target }: Pick<Arrow, 'source' | 'target'>): string =>
  JSON.stringify([source, target]);

const GAP = 2;

export function toArrows({ transitions }: Chart): Arrow[] {
  const arrows = new Map<string, { source: string; target: string; transitions: ChartTransition[] }>();
  for (const transition of transitions) {
    for (const target of transition.targets) {
      const { source } = transition;
      const key = arrowKey({ source, target });
      const arrow = arrows.get(key);
      if (arrow) arrow.transitions.push(transition);
      else arrows.set(key, { source, target, transitions: [transition] });
    }
  }
  return [...arrows.values()];
}

/** The size of an arrow's labels together. */
export function arrowLabelSize({ transitions }: Arrow): Size {
  const sizes = transitions.map(transitionLabelSize);
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: sizes.reduce((sum, { height }) => sum + height + GAP, -GAP),
  };
}

/** The label box of each transition of an arrow. */
export function splitLabel({ transitions }: Arrow, { x, y }: { x: number; y: number }) {
  let top = y;
  return transitions.map((transition) => {
    const { width, height } = transitionLabelSize(transition);
    const label = { x, y: top, width, height };
    top += height + GAP;
    return { transition, label };
  });
}

export const DOT_SIZE = SIZES.dot * 2;
