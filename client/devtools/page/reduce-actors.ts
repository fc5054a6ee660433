import type { EndEntry, EventEntry, MachineState, TraceEntry } from '../inspect/trace.ts';

interface Common {
  /** Unique among all tabs. */
  key: string;
  tab: string;
  name: string;
  /** Null while it is running. */
  ended: EndEntry['how'] | null;
}

export type MachineView = Common &
  MachineState & {
    kind: 'machine';
    machine: string;
    /** The last event that it received. */
    last: EventEntry | null;
  };

/** An actor that a machine has invoked. */
export type WorkView = Common & { kind: 'work'; source: string; parent: string };

export type ActorView = MachineView | WorkView;
export type Actors = ReadonlyMap<string, ActorView>;

/** The tab id of a sandbox in its recording. */
export const SANDBOX_TAB = 'sandbox';

const NO_STATES: readonly string[] = [];

/** The states in which an actor is now. A sandbox stays in its final state. */
export function currentStates(actor: MachineView | null): readonly string[] {
  if (actor?.ended === null || (actor?.ended === 'done' && actor.tab === SANDBOX_TAB)) return actor.states;
  return NO_STATES;
}

export const actorKey = ({ tab, actor }: Pick<TraceEntry, 'tab' | 'actor'>) => `${tab} ${actor}`;

/** All actors after these entries, by key. Ended actors stay in their last state. */
export function reduceActors(entries: readonly TraceEntry[], from: Actors = new Map()): Actors {
  const actors = new Map(from);
  for (const entry of entries) {
    const next = reduceActor(actors.get(actorKey(entry)), entry);
    if (next) actors.set(next.key, next);
  }
  return actors;
}

function reduceActor(actor: ActorView | undefined, entry: TraceEntry): ActorView | undefined {
  const { tab, actor: name } = entry;
  const common = { key: actorKey(entry), tab, name, ended: null };
  switch (entry.kind) {
    case 'machine':
      return { ...common, kind: 'machine', machine: entry.machine, last: null, ...pickMachineState(entry) };
    case 'work':
      return { ...common, kind: 'work', source: entry.source, parent: `${tab} ${entry.parent}` };
    case 'event':
      return actor?.kind === 'machine' ? { ...actor, ...pickMachineState(entry), last: entry } : actor;
    case 'command':
      return actor;
    case 'end':
      return actor && { ...actor, ended: entry.how };
  }
}

const pickMachineState = ({ states, context, timers }: MachineState): MachineState => ({
  states,
  context,
  timers,
});

/** The entries that introduce running actors in their current state, for a recording whose oldest entries were dropped. */
export function toEntries(actors: Actors, at: number): TraceEntry[] {
  return [...actors.values()]
    .filter(({ ended }) => ended === null)
    .map((actor): TraceEntry => {
      const common = { tab: actor.tab, n: 0, at, actor: actor.name, cause: null };
      if (actor.kind === 'machine')
        return { ...common, kind: 'machine', machine: actor.machine, ...pickMachineState(actor) };
      const parent = actor.parent.slice(actor.tab.length + 1);
      return { ...common, kind: 'work', source: actor.source, parent };
    });
}

/** The requested actor of the machine, else its newest running one, of this tab if possible, else its newest. */
export function selectActor(
  actors: Actors,
  { actor, machine }: { actor: string | null; machine: string },
  ownTab: string | null,
): MachineView | null {
  const requested = actor === null ? undefined : actors.get(actor);
  if (requested?.kind === 'machine' && requested.machine === machine) return requested;
  const others = [...actors.values()].filter(
    (one): one is MachineView => one.kind === 'machine' && one.machine === machine,
  );
  const running = others.filter(({ ended }) => ended === null);
  return running.findLast(({ tab }) => tab === ownTab) ?? running.at(-1) ?? others.at(-1) ?? null;
}
