import type { ElkExtendedEdge, ElkNode, ElkPort, LayoutOptions } from 'elkjs';
import {
  childrenOf,
  isComposite,
  isInside,
  isInsideOrSame,
  type Chart,
  type ChartState,
} from '../charts/chart.ts';
import type { Point } from '../charts/layout.ts';
import { arrowLabelSize, DOT_SIZE, arrowKey, type Arrow } from './arrows.ts';
import { headSize, type Size } from './labels.ts';

/** Inside a state's box, in px. */
export const PADDING = { side: 14, top: 8, bottom: 14, below: 10 } as const;
const MIN_LEAF_SIZE: Size = { width: 56, height: 36 };

export type Direction = 'DOWN' | 'RIGHT';
const SIDES = { DOWN: { in: 'NORTH', out: 'SOUTH' }, RIGHT: { in: 'WEST', out: 'EAST' } } as const;

/** A state inside a cluster that is already laid out. */
export interface Part extends Size {
  /** By arrow key: where the arrow crosses its border. */
  ports: Readonly<Record<string, Point>>;
}

/** The input of one run of ELK: a state, the arrows inside it and across its border, and the parts that are already laid out. */
export interface Cluster {
  chart: Chart;
  state: ChartState;
  arrows: readonly Arrow[];
  borderArrows: readonly Arrow[];
  /** The direction of the surrounding layout, which decides the sides of the border ports. */
  direction: Direction;
  parts: ReadonlyMap<string, Part>;
}

export const nodeId = (path: string) => `state ${path}`;
export const dotId = (path: string) => `dot ${path}`;
export const edgeId = (arrow: Arrow) => `arrow ${arrowKey(arrow)}`;
const portId = (path: string, key: string) => `port ${path} ${key}`;

export function elkGraph(cluster: Cluster, options: LayoutOptions): ElkNode {
  const { state, arrows, borderArrows } = cluster;
  const expanded = statesInside(cluster, state).filter((each) => isExpanded(cluster, each));
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
      ...arrows.map((arrow) => toEdge(cluster, arrow)),
      ...borderArrows.map((arrow) => toBorderEdge(cluster, arrow)),
      ...expanded.flatMap(({ path, initial }) =>
        initial === null ? [] : [toInitialEdge(cluster, path, initial)],
      ),
    ],
  };
}

/** Whether a state's descendants are laid out with this cluster. */
const isExpanded = ({ parts }: Cluster, state: ChartState) => isComposite(state) && !parts.has(state.path);

function statesInside(cluster: Cluster, state: ChartState): ChartState[] {
  if (!isExpanded(cluster, state)) return [state];
  const descendants = childrenOf(cluster.chart, state.path).flatMap((child) => statesInside(cluster, child));
  return [state, ...descendants];
}

function toNode(cluster: Cluster, state: ChartState, options: LayoutOptions): ElkNode {
  const { chart, parts } = cluster;
  const { path } = state;
  if (parts.has(path)) return partNode(cluster, path, options);
  if (!isComposite(state)) return { id: nodeId(path), ...leafSize(chart, state) };
  const head = headSize(chart, state);
  const { side, top, bottom, below } = PADDING;
  const ports = state === cluster.state ? portsOf(cluster) : [];
  const dot = state.initial === null ? [] : [{ id: dotId(path), width: DOT_SIZE, height: DOT_SIZE }];
  return {
    id: nodeId(path),
    ports,
    layoutOptions: {
      ...options,
      ...(ports.length > 0 && { 'elk.portConstraints': 'FIXED_SIDE' }),
      'elk.padding': `[top=${top + head.height + below},left=${side},right=${side},bottom=${bottom}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${head.width + 2 * side},${head.height + top + bottom})`,
    },
    children: [...dot, ...childrenOf(chart, path).map((child) => toNode(cluster, child, options))],
  };
}

/** The size of a state without children. */
export function leafSize(chart: Chart, state: ChartState): Size {
  if (state.kind === 'history' || state.kind === 'deep-history') return { width: 28, height: 28 };
  const head = headSize(chart, state);
  const width = Math.max(MIN_LEAF_SIZE.width, head.width + 2 * PADDING.side);
  return { width, height: Math.max(MIN_LEAF_SIZE.height, head.height + 2 * PADDING.top) };
}

/** The border ports of a cluster, on the sides where arrows enter and leave. */
function portsOf({ state: { path }, borderArrows, direction }: Cluster): ElkPort[] {
  return borderArrows.map((arrow) => ({
    id: portId(path, arrowKey(arrow)),
    width: 0,
    height: 0,
    layoutOptions: { 'elk.port.side': SIDES[direction][isInside(arrow.source, path) ? 'out' : 'in'] },
  }));
}

/** A part with its fixed border ports, and further ports for the arrows that end at the part itself. */
function partNode({ arrows, chart, parts }: Cluster, path: string, options: LayoutOptions): ElkNode {
  const part = parts.get(path) ?? NO_PART;
  const { width, height, ports } = part;
  if (!hasPorts(part)) return { id: nodeId(path), width, height };
  const begins = chart.states.some(({ initial, kind }) => kind === 'compound' && initial === path);
  const incoming = [
    ...arrows.filter(({ target }) => target === path).map(arrowKey),
    ...(begins ? [INITIAL_KEY] : []),
  ].map((key) => ownPortId(path, key, 'in'));
  const outgoing = arrows
    .filter(({ source }) => source === path)
    .map((arrow) => ownPortId(path, arrowKey(arrow), 'out'));
  const sides = options['elk.direction'] === 'DOWN' ? SIDES.DOWN : SIDES.RIGHT;
  return {
    id: nodeId(path),
    width,
    height,
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
    ports: [
      ...Object.entries(ports).map(([key, at]) => toPort(portId(path, key), at, sideOf(at, part))),
      ...portsBeside(part, sides.in, incoming),
      ...portsBeside(part, sides.out, outgoing),
    ],
  };
}

const NO_PART: Part = { width: 0, height: 0, ports: {} };
const hasPorts = ({ ports }: Part) => Object.keys(ports).length > 0;

/** The key of the arrow from the initial dot. */
const INITIAL_KEY = 'beginning';
const ownPortId = (path: string, key: string, direction: 'in' | 'out') => `own ${path} ${direction} ${key}`;

const toPort = (id: string, at: Point, side: string): ElkPort => ({
  id,
  ...at,
  width: 0,
  height: 0,
  layoutOptions: { 'elk.port.side': side },
});

/** Ports that are each placed in the middle of the widest gap on a side. */
function portsBeside(part: Part, side: string, ids: readonly string[]): ElkPort[] {
  const isLevel = side === 'NORTH' || side === 'SOUTH';
  const length = isLevel ? part.width : part.height;
  const fixed = Object.values(part.ports).filter((at) => sideOf(at, part) === side);
  const occupied = [0, length, ...fixed.map(({ x, y }) => (isLevel ? x : y))];
  return ids.map((id) => {
    const gaps = occupied
      .sort((one, other) => one - other)
      .slice(1)
      .map((end, index) => ({ from: occupied[index] ?? 0, end }))
      .sort((one, other) => other.end - other.from - (one.end - one.from));
    const middle = ((gaps[0]?.from ?? 0) + (gaps[0]?.end ?? length)) / 2;
    occupied.push(middle);
    const across = side === 'SOUTH' ? part.height : side === 'EAST' ? part.width : 0;
    return toPort(id, isLevel ? { x: middle, y: across } : { x: across, y: middle }, side);
  });
}

/** The side of a box that a point on its border is nearest to. */
function sideOf({ x, y }: Point, { width, height }: Size): string {
  const sides = { WEST: x, EAST: width - x, NORTH: y, SOUTH: height - y };
  const [nearest] = Object.entries(sides).sort(([, one], [, other]) => one - other);
  return nearest?.[0] ?? 'SOUTH';
}

/** The ELK node or port at one end of an arrow: the state itself, or the port of the part that contains it. */
function edgeEnd({ parts }: Cluster, arrow: Arrow, direction: 'in' | 'out'): string {
  const state = direction === 'out' ? arrow.source : arrow.target;
  const container = [...parts.keys()].find((path) => isInside(state, path));
  if (container !== undefined) return portId(container, arrowKey(arrow));
  const part = parts.get(state);
  return part && hasPorts(part) ? ownPortId(state, arrowKey(arrow), direction) : nodeId(state);
}

function toEdge(cluster: Cluster, arrow: Arrow): ElkExtendedEdge {
  const id = edgeId(arrow);
  return {
    id,
    sources: [edgeEnd(cluster, arrow, 'out')],
    targets: [edgeEnd(cluster, arrow, 'in')],
    labels: [{ id: `${id} label`, text: '-', ...arrowLabelSize(arrow) }],
  };
}

/** The inner segment of an arrow that crosses the border; its label is outside. */
function toBorderEdge(cluster: Cluster, arrow: Arrow): ElkExtendedEdge {
  const { path } = cluster.state;
  const port = portId(path, arrowKey(arrow));
  const isOut = isInside(arrow.source, path);
  return {
    id: edgeId(arrow),
    sources: [isOut ? edgeEnd(cluster, arrow, 'out') : port],
    targets: [isOut ? port : edgeEnd(cluster, arrow, 'in')],
  };
}

function toInitialEdge({ parts }: Cluster, path: string, initial: string): ElkExtendedEdge {
  const part = parts.get(initial);
  const target = part && hasPorts(part) ? ownPortId(initial, INITIAL_KEY, 'in') : nodeId(initial);
  return { id: `beginning ${path}`, sources: [dotId(path)], targets: [target] };
}

/** The arrows of a cluster: inside a state, or between it and a descendant, but not inside one of its parts. */
export function arrowsIn(arrows: readonly Arrow[], path: string, parts: readonly string[]): Arrow[] {
  const isWithin = ({ source, target }: Arrow, state: string) =>
    (isInside(source, state) && (isInside(target, state) || target === state)) ||
    (source === state && isInside(target, state));
  return arrows.filter((arrow) => isWithin(arrow, path) && !parts.some((state) => isWithin(arrow, state)));
}

/** The arrows that cross a state's border. */
export const arrowsAcrossBorder = (arrows: readonly Arrow[], path: string): Arrow[] =>
  arrows.filter(
    ({ source, target }) =>
      (isInside(source, path) && !isInsideOrSame(target, path)) ||
      (isInside(target, path) && !isInsideOrSame(source, path)),
  );
