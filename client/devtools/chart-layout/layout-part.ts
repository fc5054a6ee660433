import type { ELK, ElkNode, LayoutOptions } from 'elkjs';
import type { Box, Point } from '../charts/layout.ts';
import { arrowKey, splitLabel } from './arrows.ts';
import { createDrawing, moveBox, type Drawing } from './drawing.ts';
import { dotId, edgeId, elkGraph, nodeId, type Cluster } from './elk-graph.ts';
import { formatTransition } from './labels.ts';

/** Lays out a cluster with ELK. The insides of its parts are not in the drawing yet. */
export async function layoutPart(elk: ELK, cluster: Cluster, options: LayoutOptions): Promise<Drawing> {
  const page = await elk.layout(elkGraph(cluster, options));
  const nodes = new Map(allNodes(page).map((node) => [node.id, boxOf(node)]));
  const { x, y } = nodes.get(nodeId(cluster.state.path)) ?? { x: 0, y: 0 };
  const by = { x: -x, y: -y };
  const drawing = createDrawing();
  for (const { path } of cluster.chart.states) {
    const box = nodes.get(nodeId(path));
    if (box) drawing.states[path] = moveBox(box, by);
  }
  const edges = new Map(allNodes(page).flatMap(({ edges = [] }) => edges.map((edge) => [edge.id, edge])));
  for (const arrow of cluster.arrows) {
    const edge = edges.get(edgeId(arrow));
    const points = pointsOf(edge, by);
    const label = moveBox(boxOf(edge?.labels?.[0] ?? {}), by);
    for (const { transition, label: box } of splitLabel(arrow, label))
      drawing.transitions[transition.name] = { points, label: box, lines: formatTransition(transition) };
  }
  for (const arrow of cluster.borderArrows)
    drawing.borderSegments[arrowKey(arrow)] = pointsOf(edges.get(edgeId(arrow)), by);
  for (const { path } of cluster.chart.states) {
    if (!nodes.has(dotId(path))) continue;
    drawing.beginnings.push({ state: path, points: pointsOf(edges.get(`beginning ${path}`), by) });
  }
  return drawing;
}

const allNodes = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(allNodes)];

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({ x, y, width, height });

type Edge = NonNullable<ElkNode['edges']>[number];

function pointsOf(edge: Edge | undefined, by: Point): Point[] {
  const sections = edge?.sections ?? [];
  if (sections.length === 0) throw new Error(`ELK drew no line for ${edge?.id ?? 'an arrow'}`);
  return sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: x + by.x, y: y + by.y })),
  );
}
