import ElkConstructor, { type ELK, type LayoutOptions } from 'elkjs';
import {
  childrenOf,
  isComposite,
  isInside,
  isInsideOrSame,
  type Chart,
  type ChartState,
} from '../charts/chart.ts';
import type { ChartLayout } from '../charts/layout.ts';
import { toArrows, type Arrow } from './arrows.ts';
import { insertBlocks, toPart } from './border-ports.ts';
import type { Drawing } from './drawing.ts';
import { arrowsIn, arrowsAcrossBorder, type Part, type Direction } from './elk-graph.ts';
import { layoutPart } from './layout-part.ts';
import { packRegions, toSeparators } from './pack-regions.ts';
import { findFaults } from './find-faults.ts';
import { placeLabels } from './place-labels.ts';
import { costOf, costOfPart } from './quality.ts';
import { straightenLines } from './straighten-lines.ts';
import {
  aspects,
  fewLayoutOptionsFor,
  rowWidths,
  withoutCompaction,
  layoutOptionsFor,
  directions,
} from './layout-options.ts';

interface LayoutJob {
  elk: ELK;
  chart: Chart;
  arrows: readonly Arrow[];
  /** Computed drawings, by the state and the parts in it. */
  cache: Map<string, Drawing[]>;
  /** Computed shapes, by the state's path and the direction of the surrounding layout. */
  shapes: Map<string, Drawing[]>;
  /** The preferred ratio of width to height for inner states. */
  aspect: number;
  /** The direction of the layout around the current state. */
  direction: Direction;
}

/** A shape that is higher than this ratio of a narrower one is dropped. */
const MAX_HEIGHT_RATIO = 0.92;
/** Per state. */
const MAX_SHAPES = 4;

/**
 * Lays out a chart without overlaps. Of all computed variants it returns the one with the lowest cost (`quality.ts`).
 * @throws Error when ELK finds no layout
 */
export async function layoutChart(chart: Chart): Promise<ChartLayout> {
  const root = chart.states.find(({ path }) => path === '');
  if (!root) throw new Error('A chart has a state for the machine itself.');
  const elk = new ElkConstructor();
  const job = {
    elk,
    chart,
    arrows: toArrows(chart),
    cache: new Map<string, Drawing[]>(),
    shapes: new Map<string, Drawing[]>(),
  };
  const drawings = new Set<Drawing>();
  for (const aspect of aspects)
    for (const drawing of await layoutVariantsOf({ ...job, aspect, direction: 'DOWN' }, root))
      drawings.add(drawing);
  const layouts = [...drawings].map((drawing) => placeLabels(chart, drawing));
  return straightenLines(
    chart,
    findCheapest(layouts, (layout) => costOf(chart, layout)),
  );
}

/** Drawings of a state and its descendants, in several variants. */
async function layoutVariantsOf(job: LayoutJob, state: ChartState): Promise<Drawing[]> {
  const drawings: Drawing[] = [];
  for (const blocks of await listBlocks(job, state))
    drawings.push(...(await layoutAround(job, state, blocks)));
  return drawings;
}

/** Inner states that are already laid out. */
interface Blocks {
  drawings: ReadonlyMap<string, Drawing>;
  /** The options to combine them with. */
  variants: readonly LayoutOptions[];
}

async function layoutAround(job: LayoutJob, state: ChartState, blocks: Blocks): Promise<Drawing[]> {
  const { drawings: inside, variants } = blocks;
  const parts = new Map([...inside].map(([path, drawing]) => [path, toPart(job.arrows, path, drawing)]));
  const key = JSON.stringify([state.path, job.direction, variants, [...parts]]);
  const drawings =
    job.cache.get(key) ??
    (await layoutWithVariants(job, state, { parts, variants })).map((each) =>
      insertBlocks(job.arrows, each, inside),
    );
  job.cache.set(key, drawings);
  return drawings;
}

const NO_ROOM = { width: 0, height: 0 };

async function layoutWithVariants(
  { elk, chart, arrows, direction }: LayoutJob,
  state: ChartState,
  { parts, variants }: { parts: ReadonlyMap<string, Part>; variants: readonly LayoutOptions[] },
): Promise<Drawing[]> {
  const children = childrenOf(chart, state.path);
  const inside = arrowsIn(arrows, state.path, [...parts.keys()]);
  const borderArrows = arrowsAcrossBorder(arrows, state.path);
  const isPacked = inside.length + borderArrows.length === 0 && children.every(({ path }) => parts.has(path));
  if (state.kind === 'parallel' && isPacked) {
    const regions = children.map(({ path }) => ({ path, ...(parts.get(path) ?? NO_ROOM) }));
    return rowWidths.map((width) => packRegions({ chart, state, regions }, width));
  }
  const cluster = { chart, state, parts, borderArrows, direction, arrows: inside };
  const drawings: Drawing[] = [];
  for (const options of variants) {
    const drawing = await layoutPart(elk, cluster, options)
      .catch(() => layoutPart(elk, cluster, withoutCompaction(options)))
      // With some options ELK fails on ports at sides that it would not choose itself.
      .catch(() => null);
    if (!drawing) continue;
    drawing.separators.push(...regionSeparators(chart, drawing, [...parts.keys()]));
    drawings.push(drawing);
  }
  return drawings;
}

async function bestBlock(job: LayoutJob, state: ChartState): Promise<Drawing> {
  const part = subChart(job.chart, state.path);
  return findCheapest(await layoutVariantsOf(job, state), (drawing) =>
    costOfPart(part, placeLabels(part, drawing, state.path), job.aspect),
  );
}

/** The choices of inner states to lay out first: only self-contained ones, or every composite child, in several shapes. */
async function listBlocks(job: LayoutJob, state: ChartState): Promise<Blocks[]> {
  const { chart } = job;
  const selfContained = new Map<string, Drawing>();
  for (const block of findSelfContained(chart, state))
    selfContained.set(block.path, await bestBlock(job, block));
  const composite = childrenOf(chart, state.path).filter(isComposite);
  const all: Blocks[] = [{ drawings: selfContained, variants: directions.flatMap(layoutOptionsFor) }];
  if (composite.every(({ path }) => selfContained.has(path))) return all;
  for (const direction of directions) {
    let shaped: [string, Drawing][][] = [[]];
    for (const child of composite) {
      const shapes = await shapesOf({ ...job, direction }, child);
      shaped = shaped.flatMap((blocks) =>
        shapes.map((shape): [string, Drawing][] => [...blocks, [child.path, shape]]),
      );
    }
    all.push(
      ...shaped.map((blocks) => ({ drawings: new Map(blocks), variants: fewLayoutOptionsFor(direction) })),
    );
  }
  return all;
}

/** A few drawings of a state, from the narrowest to the lowest; none is both wider and higher than another. */
async function shapesOf(job: LayoutJob, state: ChartState): Promise<Drawing[]> {
  const key = `${state.path} ${job.direction}`;
  const cache = job.shapes.get(key);
  if (cache) return cache;
  const part = subChart(job.chart, state.path);
  const drawings = new Set<Drawing>();
  for (const aspect of aspects)
    for (const drawing of await layoutVariantsOf({ ...job, aspect }, state)) drawings.add(drawing);
  const sizeOf = ({ states }: Drawing) => states[state.path] ?? NO_ROOM;
  const sorted = [...drawings].sort((one, other) => {
    const [first, second] = [sizeOf(one), sizeOf(other)];
    return first.width - second.width || first.height - second.height;
  });
  const shapes: Drawing[] = [];
  for (const drawing of sorted) {
    const lowest = shapes.at(-1);
    if (lowest && sizeOf(drawing).height > MAX_HEIGHT_RATIO * sizeOf(lowest).height) continue;
    if (findFaults(part, placeLabels(part, drawing, state.path)).length === 0) shapes.push(drawing);
  }
  const few = shapes.filter((_, index) => index % Math.ceil(shapes.length / MAX_SHAPES) === 0);
  job.shapes.set(key, few);
  return few;
}

/** The outermost inner states that no transition enters or leaves. */
function findSelfContained(chart: Chart, { path }: ChartState): ChartState[] {
  return childrenOf(chart, path).flatMap((child) => {
    if (!isComposite(child)) return [];
    return isSelfContained(chart, child.path) ? [child] : findSelfContained(chart, child);
  });
}

/** Separators of the regions that ELK has laid out; blocks bring their own. */
function regionSeparators(chart: Chart, { states }: Drawing, blocks: readonly string[]) {
  return chart.states
    .filter(({ kind, path }) => kind === 'parallel' && states[path] && !blocks.includes(path))
    .flatMap(({ path }) =>
      toSeparators(childrenOf(chart, path).flatMap((child) => states[child.path] ?? [])),
    );
}

function findCheapest<T>(all: readonly T[], costOfOne: (one: T) => number): T {
  const [first] = all
    .map((one) => ({ one, cost: costOfOne(one) }))
    .sort((one, other) => one.cost - other.cost);
  if (!first) throw new Error('ELK found no layout.');
  return first.one;
}

/** Whether no transition crosses a state's border, so that its descendants can be laid out separately. */
function isSelfContained({ transitions }: Chart, path: string): boolean {
  return transitions.every(({ source, targets }) =>
    targets.every(
      (target) =>
        (!isInside(source, path) || isInsideOrSame(target, path)) &&
        (!isInside(target, path) || isInsideOrSame(source, path)),
    ),
  );
}

/** A state and its descendants as a separate chart. */
function subChart(chart: Chart, path: string): Chart {
  return {
    machine: chart.machine,
    states: chart.states
      .filter((state) => isInsideOrSame(state.path, path))
      .map((state) => (state.path === path ? { ...state, parent: null } : state)),
    transitions: chart.transitions.filter(
      ({ source, targets }) =>
        isInsideOrSame(source, path) &&
        // A transition from the state to itself is drawn outside it.
        targets.every((target) => isInside(target, path) || (target === path && source !== path)),
    ),
  };
}
