import ElkConstructor, { type ELK } from 'elkjs';
import type { Chart, ChartState } from '../src/charts/chart.ts';
import type { ChartLayout } from '../src/charts/layout.ts';
import { arrowsOf, type Arrow } from './arrows.ts';
import { include, type Drawing } from './drawing.ts';
import { arrowsIn } from './elk-graph.ts';
import { layOutPart } from './lay-out-part.ts';
import { packRegions, separatorsOf } from './pack-regions.ts';
import { childrenOf, isAround, isSealed, partOf } from './paths.ts';
import { placeWords } from './place-words.ts';
import { costOf, costOfPart } from './quality.ts';
import { straighten } from './straighten.ts';
import { aspects, rowWidths, uncompacted, variants } from './variants.ts';

interface Work {
  elk: ELK;
  chart: Chart;
  arrows: readonly Arrow[];
  /** What was laid out already, by the state and the blocks in it. */
  known: Map<string, Drawing[]>;
  /** How many times as wide as high what is inside others should be. */
  aspect: number;
}

/** Lays out a chart so that nothing covers anything else, in the way that needs the least room and crosses the fewest lines. */
export async function layOut(chart: Chart): Promise<ChartLayout> {
  const root = chart.states.find(({ path }) => path === '');
  if (!root) throw new Error('A chart has a state for the machine itself.');
  const elk = new ElkConstructor();
  const work = { elk, chart, arrows: arrowsOf(chart), known: new Map<string, Drawing[]>() };
  const drawings = new Set<Drawing>();
  for (const aspect of aspects)
    for (const drawing of await drawingsOf({ ...work, aspect }, root)) drawings.add(drawing);
  const layouts = [...drawings].map((drawing) => placeWords(chart, drawing));
  return straighten(
    chart,
    best(layouts, (layout) => costOf(chart, layout)),
  );
}

/** A state with all inside, in several ways. What is sealed inside is laid out before, as a block. */
async function drawingsOf(work: Work, state: ChartState): Promise<Drawing[]> {
  const { chart, known } = work;
  const blocks = new Map<string, Drawing>();
  for (const block of sealedIn(chart, state)) blocks.set(block.path, await bestBlock(work, block));
  const parts = new Map([...blocks].map(([path, { states }]) => [path, states[path] ?? NO_ROOM]));
  const key = JSON.stringify([state.path, [...parts]]);
  const drawings = known.get(key) ?? (await laidOut(work, state, parts)).map((each) => filled(each, blocks));
  known.set(key, drawings);
  return drawings;
}

const NO_ROOM = { width: 0, height: 0 };

async function laidOut(
  { elk, chart, arrows }: Work,
  state: ChartState,
  parts: ReadonlyMap<string, { width: number; height: number }>,
): Promise<Drawing[]> {
  const children = childrenOf(chart, state.path);
  if (state.kind === 'parallel' && children.every(({ path }) => parts.has(path))) {
    const regions = children.map(({ path }) => ({ path, ...(parts.get(path) ?? NO_ROOM) }));
    return rowWidths.map((width) => packRegions({ chart, state, regions }, width));
  }
  const cluster = { chart, state, parts, arrows: arrowsIn(arrows, state.path, [...parts.keys()]) };
  const drawings: Drawing[] = [];
  for (const options of variants) {
    const drawing = await layOutPart(elk, cluster, options).catch(() =>
      layOutPart(elk, cluster, uncompacted(options)),
    );
    drawing.separators.push(...regionLines(chart, drawing, [...parts.keys()]));
    drawings.push(drawing);
  }
  return drawings;
}

async function bestBlock(work: Work, state: ChartState): Promise<Drawing> {
  const part = partOf(work.chart, state.path);
  return best(await drawingsOf(work, state), (drawing) =>
    costOfPart(part, placeWords(part, drawing, state.path), work.aspect),
  );
}

function filled(drawing: Drawing, blocks: ReadonlyMap<string, Drawing>): Drawing {
  for (const [path, block] of blocks) {
    const place = drawing.states[path];
    if (!place) continue;
    include(drawing, block, place);
    // A region may have been given more room than it needs.
    drawing.states[path] = place;
  }
  return drawing;
}

/** The outermost states inside that nothing leads into or out of. */
function sealedIn(chart: Chart, { path }: ChartState): ChartState[] {
  return childrenOf(chart, path).flatMap((child) => {
    if (!isAround(child)) return [];
    return isSealed(chart, child.path) ? [child] : sealedIn(chart, child);
  });
}

/** Between the regions that ELK has laid out; those in blocks have theirs. */
function regionLines(chart: Chart, { states }: Drawing, blocks: readonly string[]) {
  return chart.states
    .filter(({ kind, path }) => kind === 'parallel' && states[path] && !blocks.includes(path))
    .flatMap(({ path }) =>
      separatorsOf(childrenOf(chart, path).flatMap((child) => states[child.path] ?? [])),
    );
}

function best<T>(all: readonly T[], costOfOne: (one: T) => number): T {
  const [first] = all
    .map((one) => ({ one, cost: costOfOne(one) }))
    .sort((one, other) => one.cost - other.cost);
  if (!first) throw new Error('ELK laid out nothing.');
  return first.one;
}
