import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs';
import type { Chart, ChartState } from '../src/charts/chart.ts';
import { arrowSize, DOT_SIZE, type Arrow } from './arrows.ts';
import { childrenOf, isAround, isInside } from './paths.ts';
import { headSize, type Size } from './words.ts';

/** Inside a state's box, in px. */
export const PADDING = { side: 14, top: 8, bottom: 14, below: 10 } as const;
const SMALLEST: Size = { width: 56, height: 36 };

/** What is laid out together: a state, the arrows in it, and the size of each part that was laid out before. */
export interface Cluster {
  chart: Chart;
  state: ChartState;
  arrows: readonly Arrow[];
  parts: ReadonlyMap<string, Size>;
}

export const nodeId = (path: string) => `state ${path}`;
export const dotId = (path: string) => `dot ${path}`;

export function elkGraph(cluster: Cluster, options: LayoutOptions): ElkNode {
  const { state, arrows } = cluster;
  const around = statesInside(cluster, state).filter((each) => opened(cluster, each));
  return {
    id: 'page',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
      'elk.padding': '[top=0,left=0,right=0,bottom=0]',
      ...options,
    },
    children: [toNode(cluster, state, options)],
    edges: [
      ...arrows.map((arrow, index) => toEdge(arrow, index)),
      ...around.flatMap(({ path, initial }) => (initial === null ? [] : [beginning(path, initial)])),
    ],
  };
}

/** A state whose inside is laid out with this cluster. */
const opened = ({ parts }: Cluster, state: ChartState) => isAround(state) && !parts.has(state.path);

function statesInside(cluster: Cluster, state: ChartState): ChartState[] {
  if (!opened(cluster, state)) return [state];
  const inside = childrenOf(cluster.chart, state.path).flatMap((child) => statesInside(cluster, child));
  return [state, ...inside];
}

function toNode(cluster: Cluster, state: ChartState, options: LayoutOptions): ElkNode {
  const { chart, parts } = cluster;
  const { path } = state;
  if (!opened(cluster, state)) return { id: nodeId(path), ...(parts.get(path) ?? leafSize(chart, state)) };
  const head = headSize(chart, state);
  const { side, top, bottom, below } = PADDING;
  const dot = state.initial === null ? [] : [{ id: dotId(path), width: DOT_SIZE, height: DOT_SIZE }];
  return {
    id: nodeId(path),
    layoutOptions: {
      ...options,
      'elk.padding': `[top=${top + head.height + below},left=${side},right=${side},bottom=${bottom}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${head.width + 2 * side},${head.height + top + bottom})`,
    },
    children: [...dot, ...childrenOf(chart, path).map((child) => toNode(cluster, child, options))],
  };
}

/** The size of a state with none inside. */
export function leafSize(chart: Chart, state: ChartState): Size {
  if (state.kind === 'history' || state.kind === 'deep-history') return { width: 28, height: 28 };
  const head = headSize(chart, state);
  const width = Math.max(SMALLEST.width, head.width + 2 * PADDING.side);
  return { width, height: Math.max(SMALLEST.height, head.height + 2 * PADDING.top) };
}

function toEdge(arrow: Arrow, index: number): ElkExtendedEdge {
  const id = `arrow ${index}`;
  return {
    id,
    sources: [nodeId(arrow.source)],
    targets: [nodeId(arrow.target)],
    labels: [{ id: `${id} words`, text: '-', ...arrowSize(arrow) }],
  };
}

const beginning = (path: string, initial: string): ElkExtendedEdge => ({
  id: `beginning ${path}`,
  sources: [dotId(path)],
  targets: [nodeId(initial)],
});

/** The arrows that belong to a cluster: those inside a state, and those between it and what is inside. */
export function arrowsIn(arrows: readonly Arrow[], path: string, sealed: readonly string[]): Arrow[] {
  const isBoth = ({ source, target }: Arrow, state: string) =>
    (isInside(source, state) && (isInside(target, state) || target === state)) ||
    (source === state && isInside(target, state));
  return arrows.filter((arrow) => isBoth(arrow, path) && !sealed.some((state) => isBoth(arrow, state)));
}
