import { serverMachines } from '@cruddur/shared';
import type { MachineReport, ServerEvent, ServerMachineName, StateTable } from '@cruddur/shared';

/** Records an event of one actor. Costs two look-ups and up to three additions, and throws only what `onUnknown` throws. */
export type RecordMachineEvent<N extends ServerMachineName> = (event: ServerEvent<N>) => void;

/** Counts the states and transitions of all actors of one kind. */
export interface MachineCounter<N extends ServerMachineName> {
  /** Adds an actor in the initial state. @returns the function that records its events */
  startActor(): RecordMachineEvent<N>;
  /** Sets facts that are reported with the counts; each replaces its previous value. */
  setFacts(facts: Pick<MachineReport, 'next_at' | 'last'>): void;
  report(): MachineReport;
}

/** Called with a transition that the table does not have: then the table is wrong, not the actor. */
export type OnUnknownTransition = (transition: string) => void;

interface Transition {
  name: string;
  /** The target state; null for an internal transition. */
  to: AtomicState | null;
  count: number;
}

/** A state without child states. */
interface AtomicState {
  path: string;
  /** By event; including the transitions of parent states. */
  transitions: Map<string, Transition>;
  count: number;
}

export function createMachineCounter<N extends ServerMachineName>(
  machine: N,
  onUnknown: OnUnknownTransition,
): MachineCounter<N> {
  const { initial, states, transitions } = compileTable(serverMachines[machine]);
  let facts: Pick<MachineReport, 'next_at' | 'last'> = {};

  return {
    startActor() {
      let state = initial;
      state.count += 1;
      return (event) => {
        const transition = state.transitions.get(event);
        if (!transition) {
          onUnknown(`${machine}: ${state.path}: ${event}`);
          return;
        }
        transition.count += 1;
        if (!transition.to) return;
        state.count -= 1;
        state = transition.to;
        state.count += 1;
      };
    },
    setFacts: (newFacts) => void (facts = { ...facts, ...newFacts }),
    report: () => ({
      machine,
      states: Object.fromEntries(states.map(({ path, count }) => [path, count])),
      moves: Object.fromEntries(transitions.map(({ name, count }) => [name, count])),
      ...facts,
    }),
  };
}

interface CompiledTable {
  initial: AtomicState;
  states: AtomicState[];
  transitions: Transition[];
}

/** Gives each atomic state every transition that applies to it, so that recording an event needs no search. */
function compileTable(table: StateTable): CompiledTable {
  const states = atomicPaths(table, '').map((path): AtomicState => ({
    path,
    transitions: new Map(),
    count: 0,
  }));
  const byPath = new Map(states.map((state) => [state.path, state]));
  const transitions: Transition[] = [];

  function stateAt(path: string): AtomicState {
    const state = byPath.get(path);
    if (!state) throw new Error(`The table has no atomic state at ${path}.`);
    return state;
  }

  function addTransitions(state: StateTable, path: string): void {
    for (const [name, child] of Object.entries(state.states ?? {})) {
      const childPath = join(path, name);
      // A child's transition takes precedence over its parent's transition on the same event.
      addTransitions(child, childPath);
      for (const [event, target] of Object.entries(child.on ?? {})) {
        const to = typeof target === 'string' ? stateAt(initialPath(state, path, target)) : null;
        const transition: Transition = { name: `${childPath}: ${event}`, to, count: 0 };
        transitions.push(transition);
        for (const inner of atomicPaths(child, childPath).map(stateAt))
          if (!inner.transitions.has(event)) inner.transitions.set(event, transition);
      }
    }
  }

  addTransitions(table, '');
  return { initial: stateAt(initialPath(table, '', table.initial)), states, transitions };
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function atomicPaths(state: StateTable, path: string): string[] {
  if (!state.states) return [path];
  return Object.entries(state.states).flatMap(([name, child]) => atomicPaths(child, join(path, name)));
}

/** The path of the atomic state that is entered through the child `name` and its initial states. */
function initialPath(state: StateTable, path: string, name = ''): string {
  const child = state.states?.[name];
  return child?.states ? initialPath(child, join(path, name), child.initial) : join(path, name);
}
