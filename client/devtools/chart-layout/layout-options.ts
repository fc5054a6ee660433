import type { LayoutOptions } from 'elkjs';
import type { Direction } from './elk-graph.ts';

const COMMON: LayoutOptions = {
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.thoroughness': '10',
  'elk.layered.feedbackEdges': 'false',
  'elk.layered.crossingMinimization.forceNodeModelOrder': 'false',
  'elk.edgeLabels.placement': 'CENTER',
  'elk.layered.edgeLabels.sideSelection': 'SMART_DOWN',
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeSelfLoop': '12',
  'elk.spacing.componentComponent': '18',
  'elk.layered.spacing.nodeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeNodeBetweenLayers': '11',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
};

const CYCLES = 'elk.layered.cycleBreaking.strategy';
const LAYERS = 'elk.layered.layering.strategy';

const ORDERS: LayoutOptions[] = [
  { [CYCLES]: 'DEPTH_FIRST', [LAYERS]: 'NETWORK_SIMPLEX' },
  { [CYCLES]: 'GREEDY', [LAYERS]: 'NETWORK_SIMPLEX' },
  { [CYCLES]: 'DEPTH_FIRST', [LAYERS]: 'LONGEST_PATH_SOURCE' },
  { [CYCLES]: 'GREEDY', [LAYERS]: 'LONGEST_PATH' },
];

const COMPACTION = 'elk.layered.compaction.postCompaction.strategy';

const PLACEMENTS: LayoutOptions[] = [
  { 'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX', [COMPACTION]: 'EDGE_LENGTH' },
  { 'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF', [COMPACTION]: 'LEFT' },
];

export const directions: readonly Direction[] = ['DOWN', 'RIGHT'];

/** The options to try for one direction; none is the best for every machine. */
export const layoutOptionsFor = (direction: Direction): LayoutOptions[] =>
  ORDERS.flatMap((order) =>
    PLACEMENTS.map((placement) => ({ ...COMMON, ...order, ...placement, 'elk.direction': direction })),
  );

/** For graphs on which ELK's compaction fails. */
export const withoutCompaction = (options: LayoutOptions): LayoutOptions => ({
  ...options,
  [COMPACTION]: 'NONE',
});

/** The maximum widths of a row of regions to try, in px. */
export const rowWidths: readonly number[] = [320, 520, 680, 860, 1100];

/** Fewer options, for the many combinations of parts. */
export const fewLayoutOptionsFor = (direction: Direction): LayoutOptions[] =>
  layoutOptionsFor(direction).slice(0, 2 * PLACEMENTS.length);

/** The ratios of width to height to try for inner states. */
export const aspects: readonly number[] = [0.6, 1.35, 2.6];
