import type { Chart, ChartState, ChartTransition } from './chart.ts';
import { formatDuration } from './format-duration.ts';

/**
 * A chart as a Mermaid state diagram. Mermaid has no way to draw a transition between a state and one inside it: in there a
 * box "any" stands for the outer one. What changes no state, and actors that run, are lines in a state's box.
 */
export function toMermaid(chart: Chart): string {
  const root = chart.states.find(({ path }) => path === '');
  if (!root) throw new Error('A chart has a state for the machine itself.');
  // Regions have to be inside something.
  const states = root.kind === 'parallel' ? drawState(chart, root) : drawInside(chart, root);
  // Out here, because Mermaid puts a state where it was last named, unless that was here.
  const lines = indent([...states, ...chart.transitions.flatMap(drawTransition)]);
  return ['stateDiagram-v2', ...lines, ''].join('\n');
}

const idOf = (path: string) => (path === '' ? 'machine' : path.replace(/[^A-Za-z0-9]/g, '_'));
const anyId = (path: string) => `${idOf(path)}__any`;
const isInside = (path: string, state: string) =>
  path !== state && (state === '' || path.startsWith(`${state}.`));
const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

function drawInside(chart: Chart, state: ChartState): string[] {
  const { path, kind, initial } = state;
  const children = chart.states.filter(({ parent }) => parent === path);
  const parts = children.map((child) => [
    ...drawState(chart, child),
    ...(child.path === initial ? [`[*] --> ${idOf(child.path)}`] : []),
    ...(child.kind === 'final' ? [`${idOf(child.path)} --> [*]`] : []),
  ]);
  const filled = [drawAny(chart, state), ...parts].filter(({ length }) => length > 0);
  return filled.flatMap((part, index) => (kind === 'parallel' && index > 0 ? ['--', ...part] : part));
}

function drawState(chart: Chart, state: ChartState): string[] {
  const { path, kind } = state;
  const declaration = `state "${stateTitle(chart, state)}" as ${idOf(path)}`;
  if (kind === 'compound' || kind === 'parallel')
    return [`${declaration} {`, ...indent(drawInside(chart, state)), '}'];
  return [declaration, ...descriptionLines(chart, state).map((line) => `${idOf(path)} : ${line}`)];
}

function stateTitle({ machine }: Chart, { path, key, kind }: ChartState): string {
  if (kind === 'history') return 'H';
  if (kind === 'deep-history') return 'H*';
  return path === '' ? machine : key;
}

function drawAny(chart: Chart, state: ChartState): string[] {
  const { path } = state;
  const lines = descriptionLines(chart, state);
  const isMeant = ({ source, targets }: ChartTransition) =>
    targets.some(
      (target) => (source === path && isInside(target, path)) || (target === path && isInside(source, path)),
    );
  if (lines.length === 0 && !chart.transitions.some(isMeant)) return [];
  return [`state "any" as ${anyId(path)}`, ...lines.map((line) => `${anyId(path)} : ${line}`)];
}

function descriptionLines({ transitions }: Chart, { path, invokes }: ChartState): string[] {
  const stays = transitions.filter(({ source, targets }) => source === path && targets.length === 0);
  return [...invokes.map((actor) => `invoke ${actor}`), ...stays.map((each) => `${labelOf(each)}, stays`)];
}

function drawTransition(transition: ChartTransition): string[] {
  const { source, targets } = transition;
  return targets.map((target) => {
    const from = isInside(target, source) ? anyId(source) : idOf(source);
    const to = isInside(source, target) ? anyId(target) : idOf(target);
    return `${from} --> ${to} : ${labelOf(transition)}`;
  });
}

const labelOf = ({ event, guard, delayMs }: ChartTransition): string =>
  `${event}${delayMs === null ? '' : ` (${formatDuration(delayMs)})`}${guard === null ? '' : ` [${guard}]`}`;
