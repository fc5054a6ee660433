import {
  childrenOf,
  isComposite,
  isInside,
  stateTitle,
  type Chart,
  type ChartState,
  type ChartTransition,
} from './chart.ts';
import { formatDuration } from './format-duration.ts';

/**
 * A chart as a Mermaid state diagram. Mermaid cannot draw a transition between a state and one inside it: a box "any" inside
 * stands for the outer state. Internal transitions and invoked actors are lines in a state's box.
 */
export function toMermaid(chart: Chart): string {
  const root = chart.states.find(({ path }) => path === '');
  if (!root) throw new Error('A chart has a state for the machine itself.');
  // Mermaid draws regions only inside a state.
  const states = root.kind === 'parallel' ? drawState(chart, root) : drawInside(chart, root);
  // At the top level, because elsewhere Mermaid moves a state to where it was last named.
  const lines = indent([...states, ...chart.transitions.flatMap(drawTransition)]);
  return ['stateDiagram-v2', ...lines, ''].join('\n');
}

const idOf = (path: string) => (path === '' ? 'machine' : path.replace(/[^A-Za-z0-9]/g, '_'));
const anyId = (path: string) => `${idOf(path)}__any`;
const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

function drawInside(chart: Chart, state: ChartState): string[] {
  const { path, kind, initial } = state;
  const parts = childrenOf(chart, path).map((child) => [
    ...drawState(chart, child),
    ...(child.path === initial ? [`[*] --> ${idOf(child.path)}`] : []),
    ...(child.kind === 'final' ? [`${idOf(child.path)} --> [*]`] : []),
  ]);
  const filled = [drawAny(chart, state), ...parts].filter(({ length }) => length > 0);
  return filled.flatMap((part, index) => (kind === 'parallel' && index > 0 ? ['--', ...part] : part));
}

function drawState(chart: Chart, state: ChartState): string[] {
  const { path } = state;
  const declaration = `state "${stateTitle(chart, state)}" as ${idOf(path)}`;
  if (isComposite(state)) return [`${declaration} {`, ...indent(drawInside(chart, state)), '}'];
  return [declaration, ...descriptionLines(chart, state).map((line) => `${idOf(path)} : ${line}`)];
}

function drawAny(chart: Chart, state: ChartState): string[] {
  const { path } = state;
  const lines = descriptionLines(chart, state);
  const needsBox = ({ source, targets }: ChartTransition) =>
    targets.some(
      (target) => (source === path && isInside(target, path)) || (target === path && isInside(source, path)),
    );
  if (lines.length === 0 && !chart.transitions.some(needsBox)) return [];
  return [`state "any" as ${anyId(path)}`, ...lines.map((line) => `${anyId(path)} : ${line}`)];
}

function descriptionLines({ transitions }: Chart, { path, invokes }: ChartState): string[] {
  const internal = transitions.filter(({ source, targets }) => source === path && targets.length === 0);
  return [...invokes.map((actor) => `invoke ${actor}`), ...internal.map((each) => `${labelOf(each)}, stays`)];
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
