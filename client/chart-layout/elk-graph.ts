import type { ElkExtendedEdge, ElkNode, ElkPort, LayoutOptions } from 'elkjs';
import type { Chart, ChartState } from '../src/devtools/charts/chart.ts';
import type { Point } from '../src/devtools/charts/layout.ts';
import { arrowLabelSize, DOT_SIZE, arrowKey, type Arrow } from './arrows.ts';
import { childrenOf, isComposite, isInside, isInsideOrSame } from './paths.ts';
import { headSize, type Size } from './labels.ts';

/** Inside a state's box, in px. */
export const PADDING = { side: 14, top: 8, bottom: 14, below: 10 } as const;
const MIN_LEAF_SIZE: Size = { width: 56, height: 36 };

export type Direction = 'DOWN' | 'RIGHT';
const SIDES = { DOWN: { in: 'NORTH', out: 'SOUTH' }, RIGHT: { in: 'WEST', out: 'EAST' } } as const;

/** Something inside a cluster that was laid out before. */
export interface Part extends Size {
  /** Where on its border arrows lead into it or out of it, by their keys. */
  ports: Readonly<Record<string, Point>>;
}

/** What is laid out together: a state, the arrows in it and those over its border, and the parts that were laid out before. */
export interface Cluster {
  chart: Chart;
  state: ChartState;
  arrows: readonly Arrow[];
  doors: readonly Arrow[];
  /** Where what is around it leads: there its doors are. */
  way: Direction;
  parts: ReadonlyMap<string, Part>;
}

export const nodeId = (path: string) => `state ${path}`;
export const dotId = (path: string) => `dot ${path}`;
export const edgeId = (arrow: Arrow) => `arrow ${arrowKey(arrow)}`;
const portId = (path: string, key: string) => `door ${path} ${key}`;

export function elkGraph(cluster: Cluster, options: LayoutOptions): ElkNode {
  const { state, arrows, doors } = cluster;
  const around = statesInside(cluster, state).filter((each) => isExpanded(cluster, each));
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
      ...doors.map((arrow) => toBorderEdge(cluster, arrow)),
      ...around.flatMap(({ path, initial }) =>
        initial === null ? [] : [toInitialEdge(cluster, path, initial)],
      ),
    ],
  };
}

/** A state whose inside is laid out with this cluster. */
const isExpanded = ({ parts }: Cluster, state: ChartState) => isComposite(state) && !parts.has(state.path);

function statesInside(cluster: Cluster, state: ChartState): ChartState[] {
  if (!isExpanded(cluster, state)) return [state];
  const inside = childrenOf(cluster.chart, state.path).flatMap((child) => statesInside(cluster, child));
  return [state, ...inside];
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

/** The size of a state with none inside. */
export function leafSize(chart: Chart, state: ChartState): Size {
  if (state.kind === 'history' || state.kind === 'deep-history') return { width: 28, height: 28 };
  const head = headSize(chart, state);
  const width = Math.max(MIN_LEAF_SIZE.width, head.width + 2 * PADDING.side);
  return { width, height: Math.max(MIN_LEAF_SIZE.height, head.height + 2 * PADDING.top) };
}

/** The doors of a cluster, on the sides where arrows come and go. */
function portsOf({ state: { path }, doors, way }: Cluster): ElkPort[] {
  return doors.map((arrow) => ({
    ...{ id: portId(path, arrowKey(arrow)), width: 0, height: 0 },
    layoutOptions: { 'elk.port.side': SIDES[way][isInside(arrow.source, path) ? 'out' : 'in'] },
  }));
}

/** A part with its doors where they are, and places beside them for what meets the part itself. */
function partNode({ arrows, chart, parts }: Cluster, path: string, options: LayoutOptions): ElkNode {
  const part = parts.get(path) ?? NO_PART;
  const { width, height, ports } = part;
  if (!hasPorts(part)) return { id: nodeId(path), width, height };
  const begins = chart.states.some(({ initial, kind }) => kind === 'compound' && initial === path);
  const comes = [
    ...arrows.filter(({ target }) => target === path).map(arrowKey),
    ...(begins ? [INITIAL_KEY] : []),
  ].map((key) => ownPortId(path, key, 'in'));
  const goes = arrows
    .filter(({ source }) => source === path)
    .map((arrow) => ownPortId(path, arrowKey(arrow), 'out'));
  const sides = options['elk.direction'] === 'DOWN' ? SIDES.DOWN : SIDES.RIGHT;
  return {
    ...{ id: nodeId(path), width, height },
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
    ports: [
      ...Object.entries(ports).map(([key, at]) => toPort(portId(path, key), at, sideOf(at, part))),
      ...portsBeside(part, sides.in, comes),
      ...portsBeside(part, sides.out, goes),
    ],
  };
}

const NO_PART: Part = { width: 0, height: 0, ports: {} };
const hasPorts = ({ ports }: Part) => Object.keys(ports).length > 0;

/** The key of the line from the dot. */
const INITIAL_KEY = 'beginning';
const ownPortId = (path: string, key: string, way: 'in' | 'out') => `own ${path} ${way} ${key}`;

const toPort = (id: string, at: Point, side: string): ElkPort => ({
  ...{ id, ...at, width: 0, height: 0 },
  layoutOptions: { 'elk.port.side': side },
});

/** Each in the middle of what is the widest free piece of a side. */
function portsBeside(part: Part, side: string, ids: readonly string[]): ElkPort[] {
  const isLevel = side === 'NORTH' || side === 'SOUTH';
  const length = isLevel ? part.width : part.height;
  const doors = Object.values(part.ports).filter((at) => sideOf(at, part) === side);
  const taken = [0, length, ...doors.map(({ x, y }) => (isLevel ? x : y))];
  return ids.map((id) => {
    const gaps = taken
      .sort((one, other) => one - other)
      .slice(1)
      .map((end, index) => ({ from: taken[index] ?? 0, end }))
      .sort((one, other) => other.end - other.from - (one.end - one.from));
    const place = ((gaps[0]?.from ?? 0) + (gaps[0]?.end ?? length)) / 2;
    taken.push(place);
    const far = side === 'SOUTH' ? part.height : side === 'EAST' ? part.width : 0;
    return toPort(id, isLevel ? { x: place, y: far } : { x: far, y: place }, side);
  });
}

/** On which side of a box a place on its border is. */
function sideOf({ x, y }: Point, { width, height }: Size): string {
  const sides = { WEST: x, EAST: width - x, NORTH: y, SOUTH: height - y };
  const [nearest] = Object.entries(sides).sort(([, one], [, other]) => one - other);
  return nearest?.[0] ?? 'SOUTH';
}

/** Where an arrow meets a state of the cluster: at the state itself, or at the door of the part that it is in. */
function edgeEnd({ parts }: Cluster, arrow: Arrow, way: 'in' | 'out'): string {
  const state = way === 'out' ? arrow.source : arrow.target;
  const around = [...parts.keys()].find((path) => isInside(state, path));
  if (around !== undefined) return portId(around, arrowKey(arrow));
  const part = parts.get(state);
  return part && hasPorts(part) ? ownPortId(state, arrowKey(arrow), way) : nodeId(state);
}

function toEdge(cluster: Cluster, arrow: Arrow): ElkExtendedEdge {
  const id = edgeId(arrow);
  return {
    id,
    sources: [edgeEnd(cluster, arrow, 'out')],
    targets: [edgeEnd(cluster, arrow, 'in')],
    labels: [{ id: `${id} words`, text: '-', ...arrowLabelSize(arrow) }],
  };
}

/** The piece inside of an arrow over the border: its words are outside. */
function toBorderEdge(cluster: Cluster, arrow: Arrow): ElkExtendedEdge {
  const { path } = cluster.state;
  const door = portId(path, arrowKey(arrow));
  const isOut = isInside(arrow.source, path);
  return {
    id: edgeId(arrow),
    sources: [isOut ? edgeEnd(cluster, arrow, 'out') : door],
    targets: [isOut ? door : edgeEnd(cluster, arrow, 'in')],
  };
}

function toInitialEdge({ parts }: Cluster, path: string, initial: string): ElkExtendedEdge {
  const part = parts.get(initial);
  const target = part && hasPorts(part) ? ownPortId(initial, INITIAL_KEY, 'in') : nodeId(initial);
  return { id: `beginning ${path}`, sources: [dotId(path)], targets: [target] };
}

/** The arrows that belong to a cluster: those inside a state, and those between it and what is inside. */
export function arrowsIn(arrows: readonly Arrow[], path: string, parts: readonly string[]): Arrow[] {
  const isBoth = ({ source, target }: Arrow, state: string) =>
    (isInside(source, state) && (isInside(target, state) || target === state)) ||
    (source === state && isInside(target, state));
  return arrows.filter((arrow) => isBoth(arrow, path) && !parts.some((state) => isBoth(arrow, state)));
}

/** The arrows that lead over a state's border. */
export const arrowsAcrossBorder = (arrows: readonly Arrow[], path: string): Arrow[] =>
  arrows.filter(
    ({ source, target }) =>
      (isInside(source, path) && !isInsideOrSame(target, path)) ||
      (isInside(target, path) && !isInsideOrSame(source, path)),
  );
