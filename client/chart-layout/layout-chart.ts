import ElkConstructor, { type ELK, type LayoutOptions } from 'elkjs';
import type { Chart, ChartState } from '../src/devtools/charts/chart.ts';
import type { ChartLayout } from '../src/devtools/charts/layout.ts';
import { toArrows, type Arrow } from './arrows.ts';
import { insertBlocks, toPart } from './border-ports.ts';
import type { Drawing } from './drawing.ts';
import { arrowsIn, arrowsAcrossBorder, type Part, type Direction } from './elk-graph.ts';
import { layoutPart } from './layout-part.ts';
import { packRegions, toSeparators } from './pack-regions.ts';
import { childrenOf, isComposite, isSelfContained, subChart } from './paths.ts';
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
  /** What was laid out already, by the state and the blocks in it. */
  known: Map<string, Drawing[]>;
  /** The shapes that states were found to have, by their paths and the way of the lines around. */
  shapes: Map<string, Drawing[]>;
  /** How many times as wide as high what is inside others should be. */
  aspect: number;
  /** In which direction lines run around the state that is laid out. */
  way: Direction;
}

/** What is not lower than this share of another shape is none of its own. */
const MAX_HEIGHT_RATIO = 0.92;
/** More shapes of one state than these are not tried. */
const MAX_SHAPES = 4;

/** Lays out a chart so that nothing covers anything else, in the way that needs the least room and crosses the fewest lines. */
export async function layoutChart(chart: Chart): Promise<ChartLayout> {
  const root = chart.states.find(({ path }) => path === '');
  if (!root) throw new Error('A chart has a state for the machine itself.');
  const elk = new ElkConstructor();
  const work = {
    elk,
    chart,
    arrows: toArrows(chart),
    known: new Map<string, Drawing[]>(),
    shapes: new Map<string, Drawing[]>(),
  };
  const drawings = new Set<Drawing>();
  for (const aspect of aspects)
    for (const drawing of await layoutVariantsOf({ ...work, aspect, way: 'DOWN' }, root))
      drawings.add(drawing);
  const layouts = [...drawings].map((drawing) => placeLabels(chart, drawing));
  return straightenLines(
    chart,
    findCheapest(layouts, (layout) => costOf(chart, layout)),
  );
}

/** A state with all inside, in several ways. Blocks inside are laid out before. */
async function layoutVariantsOf(work: LayoutJob, state: ChartState): Promise<Drawing[]> {
  const drawings: Drawing[] = [];
  for (const blocks of await listBlocks(work, state))
    drawings.push(...(await layoutAround(work, state, blocks)));
  return drawings;
}

/** What is inside a state and was laid out before. */
interface Blocks {
  drawings: ReadonlyMap<string, Drawing>;
  /** The ways to put it together. */
  variants: readonly LayoutOptions[];
}

async function layoutAround(work: LayoutJob, state: ChartState, blocks: Blocks): Promise<Drawing[]> {
  const { drawings: inside, variants } = blocks;
  const parts = new Map([...inside].map(([path, drawing]) => [path, toPart(work.arrows, path, drawing)]));
  const key = JSON.stringify([state.path, work.way, variants, [...parts]]);
  const drawings =
    work.known.get(key) ??
    (await layoutWithVariants(work, state, { parts, variants })).map((each) =>
      insertBlocks(work.arrows, each, inside),
    );
  work.known.set(key, drawings);
  return drawings;
}

const NO_ROOM = { width: 0, height: 0 };

async function layoutWithVariants(
  { elk, chart, arrows, way }: LayoutJob,
  state: ChartState,
  { parts, variants }: { parts: ReadonlyMap<string, Part>; variants: readonly LayoutOptions[] },
): Promise<Drawing[]> {
  const children = childrenOf(chart, state.path);
  const inside = arrowsIn(arrows, state.path, [...parts.keys()]);
  const doors = arrowsAcrossBorder(arrows, state.path);
  const isPacked = inside.length + doors.length === 0 && children.every(({ path }) => parts.has(path));
  if (state.kind === 'parallel' && isPacked) {
    const regions = children.map(({ path }) => ({ path, ...(parts.get(path) ?? NO_ROOM) }));
    return rowWidths.map((width) => packRegions({ chart, state, regions }, width));
  }
  const cluster = { chart, state, parts, doors, way, arrows: inside };
  const drawings: Drawing[] = [];
  for (const options of variants) {
    const drawing = await layoutPart(elk, cluster, options)
      .catch(() => layoutPart(elk, cluster, withoutCompaction(options)))
      // Doors on sides where ELK would not put them are too much for it in some of its ways.
      .catch(() => null);
    if (!drawing) continue;
    drawing.separators.push(...regionSeparators(chart, drawing, [...parts.keys()]));
    drawings.push(drawing);
  }
  return drawings;
}

async function bestBlock(work: LayoutJob, state: ChartState): Promise<Drawing> {
  const part = subChart(work.chart, state.path);
  return findCheapest(await layoutVariantsOf(work, state), (drawing) =>
    costOfPart(part, placeLabels(part, drawing, state.path), work.aspect),
  );
}

/** The ways to take what is inside for blocks: only what is sealed, or each state around others, with doors and in several shapes. */
async function listBlocks(work: LayoutJob, state: ChartState): Promise<Blocks[]> {
  const { chart } = work;
  const sealed = new Map<string, Drawing>();
  for (const block of findSelfContained(chart, state)) sealed.set(block.path, await bestBlock(work, block));
  const around = childrenOf(chart, state.path).filter(isComposite);
  const all: Blocks[] = [{ drawings: sealed, variants: directions.flatMap(layoutOptionsFor) }];
  if (around.every(({ path }) => sealed.has(path))) return all;
  for (const way of directions) {
    let shaped: [string, Drawing][][] = [[]];
    for (const child of around) {
      const shapes = await shapesOf({ ...work, way }, child);
      shaped = shaped.flatMap((blocks) =>
        shapes.map((shape): [string, Drawing][] => [...blocks, [child.path, shape]]),
      );
    }
    all.push(...shaped.map((blocks) => ({ drawings: new Map(blocks), variants: fewLayoutOptionsFor(way) })));
  }
  return all;
}

/** A few ways to draw a state, from the narrowest to the lowest, none of them larger than another one in both directions. */
async function shapesOf(work: LayoutJob, state: ChartState): Promise<Drawing[]> {
  const key = `${state.path} ${work.way}`;
  const known = work.shapes.get(key);
  if (known) return known;
  const part = subChart(work.chart, state.path);
  const drawings = new Set<Drawing>();
  for (const aspect of aspects)
    for (const drawing of await layoutVariantsOf({ ...work, aspect }, state)) drawings.add(drawing);
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
  work.shapes.set(key, few);
  return few;
}

/** The outermost states inside that nothing leads into or out of. */
function findSelfContained(chart: Chart, { path }: ChartState): ChartState[] {
  return childrenOf(chart, path).flatMap((child) => {
    if (!isComposite(child)) return [];
    return isSelfContained(chart, child.path) ? [child] : findSelfContained(chart, child);
  });
}

/** Between the regions that ELK has laid out; those in blocks have theirs. */
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
  if (!first) throw new Error('ELK laid out nothing.');
  return first.one;
}
