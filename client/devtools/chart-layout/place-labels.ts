import { isComposite, type Chart, type ChartState } from '../charts/chart.ts';
import type { Box, ChartLayout, Route } from '../charts/layout.ts';
import type { Drawing } from './drawing.ts';
import { PADDING } from './elk-graph.ts';
import { doesCrossBox, doBoxesOverlap, expandBox, segmentsOf } from './geometry.ts';
import { headSize, internalTransitions, titleSize, formatTransition, transitionLabelSize } from './labels.ts';

/** The minimum distance between a line and a label, in px. */
const LABEL_MARGIN = 3;

/** Places names, invoked actors and internal transitions in the boxes of a drawing: at the left, or further right where lines enter. */
export function placeLabels(chart: Chart, drawing: Drawing, path = ''): ChartLayout {
  const page = drawing.states[path] ?? { width: 0, height: 0 };
  const titles: Record<string, Box> = {};
  const transitions: Record<string, Route> = { ...drawing.transitions };
  for (const state of chart.states) {
    const box = drawing.states[state.path];
    if (!box) continue;
    const head = isComposite(state) ? findFreeHead(chart, state, drawing) : centerHead(chart, state, box);
    const title = titleSize(chart, state);
    const at = isComposite(state) ? head.x : head.x + (head.width - title.width) / 2;
    titles[state.path] = { x: at, y: head.y, ...title };
    let y = head.y + title.height;
    for (const transition of internalTransitions(chart, state)) {
      const size = transitionLabelSize(transition);
      const x = isComposite(state) ? head.x : head.x + (head.width - size.width) / 2;
      transitions[transition.name] = {
        points: [],
        label: { x, y, ...size },
        lines: formatTransition(transition),
      };
      y += size.height;
    }
  }
  return { width: page.width, height: page.height, ...drawing, titles, transitions };
}

function centerHead(chart: Chart, state: ChartState, box: Box): Box {
  const size = headSize(chart, state);
  return { x: box.x + (box.width - size.width) / 2, y: box.y + (box.height - size.height) / 2, ...size };
}

/** The first position from the left, along the top, that no line and no other label crosses. */
function findFreeHead(chart: Chart, state: ChartState, drawing: Drawing): Box {
  const { x, y, width } = drawing.states[state.path] ?? { x: 0, y: 0, width: 0 };
  const size = headSize(chart, state);
  const first = { x: x + PADDING.side, y: y + PADDING.top, ...size };
  const routes = [...Object.values(drawing.transitions), ...drawing.beginnings];
  const segments = routes.flatMap(({ points }) => segmentsOf(points));
  const labels = Object.values(drawing.transitions).map(({ label }) => label);
  for (
    let candidate = first;
    candidate.x + size.width <= x + width - PADDING.side + 1;
    candidate = { ...candidate, x: candidate.x + 4 }
  ) {
    const box = expandBox(candidate, LABEL_MARGIN);
    const isFree =
      !segments.some((segment) => doesCrossBox(segment, box)) &&
      !labels.some((label) => doBoxesOverlap(label, box));
    if (isFree) return candidate;
  }
  return first;
}
