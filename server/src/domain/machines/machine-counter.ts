import { serverMachines } from '@cruddur/shared';
import type { MachineReport, ServerEvent, ServerMachineName, StateTable } from '@cruddur/shared';

/** Says what happens to one actor. Costs two look-ups and up to three additions, and never throws of itself. */
export type RecordMachineEvent<N extends ServerMachineName> = (event: ServerEvent<N>) => void;

/** Counts the states and moves of all actors of one kind. */
export interface MachineCounter<N extends ServerMachineName> {
  /** There is a new one, in its first state. */
  startActor(): RecordMachineEvent<N>;
  /** Facts beside the counts, each replacing the one before. */
  setFacts(facts: Pick<MachineReport, 'next_at' | 'last'>): void;
  report(): MachineReport;
}

/** Hears of a move that the table does not have: the table is wrong then, and the actor is right. */
export type OnUnknownTransition = (move: string) => void;

interface Transition {
  name: string;
  /** The leaf it leads to; where it stays, null. */
  to: Leaf | null;
  count: number;
}

/** A state without states inside. */
interface Leaf {
  path: string;
  /** By event; those of the states around it included. */
  moves: Map<string, Transition>;
  count: number;
}

export function createMachineCounter<N extends ServerMachineName>(
  machine: N,
  onUnknown: OnUnknownTransition,
): MachineCounter<N> {
  const { first, leaves, moves } = compile(serverMachines[machine]);
  let facts: Pick<MachineReport, 'next_at' | 'last'> = {};

  return {
    startActor() {
      let at = first;
      at.count += 1;
      return (event) => {
        const move = at.moves.get(event);
        if (!move) {
          onUnknown(`${machine}: ${at.path}: ${event}`);
          return;
        }
        move.count += 1;
        if (!move.to) return;
        at.count -= 1;
        at = move.to;
        at.count += 1;
      };
    },
    setFacts: (newFacts) => void (facts = { ...facts, ...newFacts }),
    report: () => ({
      machine,
      states: Object.fromEntries(leaves.map(({ path, count }) => [path, count])),
      moves: Object.fromEntries(moves.map(({ name, count }) => [name, count])),
      ...facts,
    }),
  };
}

interface Compiled {
  /** Where an actor begins. */
  first: Leaf;
  leaves: Leaf[];
  moves: Transition[];
}

/** Gives each leaf all that can happen in it, so that nothing has to be looked for when it does. */
function compile(table: StateTable): Compiled {
  const leaves = leafPaths(table, '').map((path): Leaf => ({ path, moves: new Map(), count: 0 }));
  const byPath = new Map(leaves.map((leaf) => [leaf.path, leaf]));
  const moves: Transition[] = [];

  function leafAt(path: string): Leaf {
    const leaf = byPath.get(path);
    if (!leaf) throw new Error(`no state begins at ${path}`);
    return leaf;
  }

  function addTransitions(state: StateTable, path: string): void {
    for (const [name, child] of Object.entries(state.states ?? {})) {
      const childPath = join(path, name);
      // What a state inside says of an event goes before what those around it say.
      addTransitions(child, childPath);
      for (const [event, target] of Object.entries(child.on ?? {})) {
        const to = typeof target === 'string' ? leafAt(startPath(state, path, target)) : null;
        const move: Transition = { name: `${childPath}: ${event}`, to, count: 0 };
        moves.push(move);
        for (const inside of leafPaths(child, childPath).map(leafAt))
          if (!inside.moves.has(event)) inside.moves.set(event, move);
      }
    }
  }

  addTransitions(table, '');
  return { first: leafAt(startPath(table, '', table.initial)), leaves, moves };
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function leafPaths(state: StateTable, path: string): string[] {
  if (!state.states) return [path];
  return Object.entries(state.states).flatMap(([name, child]) => leafPaths(child, join(path, name)));
}

/** Where one ends up who enters a state inside this one. */
function startPath(state: StateTable, path: string, name = ''): string {
  const child = state.states?.[name];
  return child?.states ? startPath(child, join(path, name), child.initial) : join(path, name);
}
