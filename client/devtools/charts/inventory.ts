import {
  and,
  not,
  or,
  stateIn,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
} from 'xstate';

/** All states and transitions of a machine's definition, by readable names. */
export type Inventory = {
  /** The paths of atomic and final states, as `form.failed.resting`. */
  states: string[];
  transitions: string[];
  nameOf: (transition: AnyTransitionDefinition) => string;
};

/** @throws Error when an invoked actor or a guard has no name in `setup` */
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
      if (name === undefined) throw new Error(`${transition.source.id} has a transition without a name`);
      return name;
    },
  };
}

export const pathOf = (node: AnyStateNode) => node.path.join('.') || '(root)';
export const isLeaf = ({ type }: AnyStateNode) => type === 'atomic' || type === 'final';

/** A state and its descendants, parents first. */
export function allNodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...(Object.values(node.states) as AnyStateNode[]).flatMap(allNodes)];
}

/** The transitions whose source is the state itself. */
export function transitionsOf(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

/** The source, the event and the guard: `form: SUBMIT [hasNoEmail]`. */
function unusedName(transition: AnyTransitionDefinition, used: ReadonlySet<string>): string {
  const guard = formatGuard(transition);
  const name = `${pathOf(transition.source)}: ${formatTrigger(transition)}${guard === null ? '' : ` [${guard}]`}`;
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name} (${count})`;
    if (!used.has(numbered)) return numbered;
  }
}

/** The name that `setup` gives an actor. @throws Error when it has none */
export function actorName(src: unknown): string {
  if (typeof src === 'string') return src;
  throw new Error('An invoked actor needs a name in setup.');
}

/** The event without the ids that XState generates: `done signIn`, `error signIn`, `after throttle`, or its type. */
export function formatTrigger({ source, eventType }: AnyTransitionDefinition): string {
  const type = String(eventType);
  for (const { id, src } of source.invoke) {
    if (type === `xstate.done.actor.${id}`) return `done ${actorName(src)}`;
    if (type === `xstate.error.actor.${id}`) return `error ${actorName(src)}`;
  }
  if (type.startsWith('xstate.done.state.')) return 'done';
  return formatDelay(type) ?? (type === '' ? 'always' : type);
}

/** `after` and the delay's name, from the type of a timer's event; undefined for any other type. */
export function formatDelay(type: string): string | undefined {
  const name = /^xstate\.after\.([^.]+)\./.exec(type)?.[1];
  return name && `after ${name}`;
}

/** The object that XState builds for a combined guard; its public types name neither the kind nor the parts. */
type CombinedGuard = { check?: unknown; guards?: readonly unknown[]; stateValue?: unknown };

const combinedGuards = { and: and([]), or: or([]), not: not(''), stateIn: stateIn('') } as Record<
  string,
  CombinedGuard
>;

/** A transition's guard as text: `isStep DONE`, `not isEmpty`, `isInSight and owesReading`. @throws Error when it has no name */
export function formatGuard({ guard }: AnyTransitionDefinition): string | null {
  return guard === undefined ? null : formatGuardPart(guard);
}

function formatGuardPart(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) {
    const { type, params } = guard as { type: string; params?: unknown };
    return typeof params === 'string' ? `${type} ${params}` : type;
  }
  const { check, guards = [], stateValue } = guard as CombinedGuard;
  const parts = guards.map(formatGuardPart);
  switch (Object.keys(combinedGuards).find((kind) => combinedGuards[kind]?.check === check)) {
    case 'and':
      return parts.map(bracketIfCombined).join(' and ');
    case 'or':
      return parts.map(bracketIfCombined).join(' or ');
    case 'not':
      return `not ${parts.map(bracketIfCombined).join('')}`;
    case 'stateIn':
      return `in ${typeof stateValue === 'string' ? stateValue : JSON.stringify(stateValue)}`;
    default:
      throw new Error('A guard needs a name in setup.');
  }
}

const bracketIfCombined = (part: string) => (/ (and|or) /.test(part) ? `(${part})` : part);
