import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { formatGuard } from './format-guard.ts';

/** All that a machine's definition holds, by names that people can read and write. */
export type Inventory = {
  /** The states that have no states inside, as `form.failed.resting`. */
  states: string[];
  transitions: string[];
  nameOf: (transition: AnyTransitionDefinition) => string;
};

export function createInventory(machine: AnyStateMachine): Inventory {
  const nodes = allNodes(machine.root);
  const names = new Map<AnyTransitionDefinition, string>();
  const used = new Set<string>();
  for (const transition of nodes.flatMap(transitionsOf)) {
    const name = unusedName(transition, used);
    used.add(name);
    names.set(transition, name);
  }
  return {
    states: nodes.filter(isLeaf).map(pathOf),
    transitions: [...used],
    nameOf: (transition) => {
      const name = names.get(transition);
      if (name === undefined) throw new Error(`${transition.source.id} has a transition that nobody knows`);
      return name;
    },
  };
}

export const pathOf = (node: AnyStateNode) => node.path.join('.') || '(root)';
export const isLeaf = ({ type }: AnyStateNode) => type === 'atomic' || type === 'final';

/** A state and all that are inside, parents first. */
export function allNodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...(Object.values(node.states) as AnyStateNode[]).flatMap(allNodes)];
}

/** Those that begin in a state itself. */
export function transitionsOf(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

/** Where it starts, what sets it off and on what condition: `form: SUBMIT [hasNoEmail]`. */
function unusedName(transition: AnyTransitionDefinition, used: ReadonlySet<string>): string {
  const guard = formatGuard(transition);
  const name = `${pathOf(transition.source)}: ${formatTrigger(transition)}${guard === null ? '' : ` [${guard}]`}`;
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name} (${count})`;
    if (!used.has(numbered)) return numbered;
  }
}

/** The name that `setup` gives an actor. */
export function actorName(src: unknown): string {
  if (typeof src === 'string') return src;
  throw new Error('An invoked actor needs a name in setup.');
}

/** Without the ids that the library makes: `done signIn`, `error signIn`, `after throttle`, or the event itself. */
export function formatTrigger({ source, eventType }: AnyTransitionDefinition): string {
  const type = String(eventType);
  for (const { id, src } of source.invoke) {
    if (type === `xstate.done.actor.${id}`) return `done ${actorName(src)}`;
    if (type === `xstate.error.actor.${id}`) return `error ${actorName(src)}`;
  }
  if (type.startsWith('xstate.done.state.')) return 'done';
  return formatDelay(type) ?? (type === '' ? 'always' : type);
}

/** The delay's name in the type of a timer's event. */
export function formatDelay(type: string): string | undefined {
  const name = /^xstate\.after\.([^.]+)\./.exec(type)?.[1];
  return name && `after ${name}`;
}
