import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Chart, ChartState, ChartTransition } from './chart.ts';
import {
  actorName,
  allNodes,
  createInventory,
  formatGuard,
  formatTrigger,
  transitionsOf,
} from './inventory.ts';

/**
 * The chart of a machine, read from the machine object that runs.
 * @throws Error when an action, a guard or an actor has no name in `setup`
 */
export function describeChart(machine: AnyStateMachine): Chart {
  const { nameOf } = createInventory(machine);
  const nodes = allNodes(machine.root);
  return {
    machine: machine.id,
    states: nodes.map(describeState),
    transitions: nodes
      .flatMap(transitionsOf)
      .map((transition) => describeTransition(machine, transition, nameOf(transition))),
  };
}

/** As `open.editing`; '' for the machine itself. */
const chartPath = ({ path }: AnyStateNode): string => path.join('.');

function describeState(node: AnyStateNode): ChartState {
  return {
    path: chartPath(node),
    key: node.key,
    kind: node.type === 'history' && node.history === 'deep' ? 'deep-history' : node.type,
    parent: node.parent ? chartPath(node.parent as AnyStateNode) : null,
    initial: initialPath(node),
    tags: node.tags,
    // The node's own lists also hold the actions that XState adds for timers.
    entry: [node.config.entry ?? []].flat().map(actionName),
    exit: [node.config.exit ?? []].flat().map(actionName),
    invokes: node.invoke.map(({ src }) => actorName(src)),
  };
}

function initialPath(node: AnyStateNode): string | null {
  if (node.type === 'compound') return chartPath(node.initial.target[0] as AnyStateNode);
  const { target } = node.config as { target?: string };
  if (node.type !== 'history' || target === undefined) return null;
  return [...(node.parent?.path ?? []), target].join('.');
}

function describeTransition(
  machine: AnyStateMachine,
  transition: AnyTransitionDefinition,
  name: string,
): ChartTransition {
  const event = formatTrigger(transition);
  const kind = kindOf(String(transition.eventType));
  return {
    name,
    source: chartPath(transition.source),
    targets: (transition.target ?? []).map((node) => chartPath(node as AnyStateNode)),
    kind,
    event,
    guard: formatGuard(transition),
    actions: transition.actions.map(actionName),
    delayMs: kind === 'after' ? fixedDelay(machine, event.replace('after ', '')) : null,
    reenter: transition.reenter,
  };
}

function kindOf(type: string): ChartTransition['kind'] {
  if (type === '') return 'always';
  if (type.startsWith('xstate.after.')) return 'after';
  if (type.startsWith('xstate.done.')) return 'done';
  return type.startsWith('xstate.error.') ? 'error' : 'event';
}

/** The milliseconds of a constant delay, else null. @param delay its name in `setup`, or the milliseconds */
function fixedDelay({ implementations }: AnyStateMachine, delay: string): number | null {
  const ms: unknown = (implementations.delays as Record<string, unknown>)[delay] ?? Number(delay);
  return typeof ms === 'number' && Number.isFinite(ms) ? ms : null;
}

function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  if (typeof action === 'object' && action !== null && 'type' in action) return String(action.type);
  throw new Error('An action needs a name in setup.');
}
