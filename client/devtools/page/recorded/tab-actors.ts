import type { EndEntry, TraceEntry } from '../../inspect/trace.ts';
import type { LaneMode } from '../lanes/lane-entry.ts';

interface RecordedActor {
  machine: string;
  states: readonly string[];
}

/** What runs in one tab of a recording. */
export interface TabActors {
  lane: string;
  machines: Map<string, RecordedActor>;
  /** The state of its connection as pages show it; null while it has none. */
  connection: string | null;
  /** The invoked actors, by the names of their machines' actors and their own: `outbox-3/attempt`. */
  work: Set<string>;
  /** How the last actor ended. */
  lastEnd: EndEntry['how'] | null;
}

export interface LaneStatus {
  mode: LaneMode;
  text: string;
}

/** The machines whose states are those of the tab itself. */
const OF_TAB: readonly string[] = ['connection', 'socket', 'polling', 'tab-leadership', 'outbox'];
/** The states of an outbox entry that is not sent yet. */
const UNSENT: readonly string[] = ['queued', 'sending'];
/** Runs as long as its machine does, so the machine isn’t waiting for it. */
const LASTING_WORK = 'lock';

const CONNECTION_MODES: Readonly<Record<string, LaneMode>> = {
  connecting: 'waiting',
  live: 'ok',
  reconnecting: 'waiting',
  polling: 'waiting',
  refused: 'off',
};

/** The machine of an entry's actor: `outbox` of `outbox-3/attempt`. */
export const machineOf = ({ actor }: Pick<TraceEntry, 'actor'>): string =>
  actor.replace(/\/.*$/, '').replace(/-\d+$/, '');

export const isOfTab = (machine: string): boolean => OF_TAB.includes(machine);

/** The lane of a machine: its tab's, or a part of it. */
export const laneOf = ({ lane }: TabActors, machine: string): string =>
  isOfTab(machine) ? lane : `${lane} ${machine}`;

export const copyTab = (tab: TabActors): TabActors => ({
  ...tab,
  machines: new Map(tab.machines),
  work: new Set(tab.work),
});

/** Notes what an entry has changed. @returns whether it has: a heartbeat usually leaves the states as they are */
export function noteEntry(tab: TabActors, entry: TraceEntry): boolean {
  const { machines, work } = tab;
  switch (entry.kind) {
    case 'machine':
    case 'event': {
      const { machine, states } = entry;
      const known = machines.get(entry.actor);
      const connection = machine === 'connection' ? String(entry.context.status) : tab.connection;
      if (known?.machine === machine && areEqual(known.states, states) && connection === tab.connection)
        return false;
      tab.connection = connection;
      machines.set(entry.actor, { machine, states });
      return true;
    }
    case 'work':
      work.add(entry.actor);
      return true;
    case 'end':
      machines.delete(entry.actor);
      if (machineOf(entry) === 'connection' && !entry.actor.includes('/')) tab.connection = null;
      work.delete(entry.actor);
      tab.lastEnd = entry.how;
      return true;
    case 'command':
      return false;
  }
}

const areEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((state, index) => state === others[index]);

function statesOf({ machines }: TabActors, machine: string): string[] {
  const states: string[] = [];
  for (const actor of machines.values()) if (actor.machine === machine) states.push(...actor.states);
  return states;
}

const leafOf = (state: string): string => state.split('.').at(-1) ?? '';

export const isLeading = (tab: TabActors): boolean =>
  statesOf(tab, 'tab-leadership').includes('present.leading');

/** Whether it holds the user's one open socket. */
export const hasSocket = (tab: TabActors): boolean =>
  isLeading(tab) && statesOf(tab, 'socket').some((state) => state.startsWith('live.'));

/** The state of a tab: its leadership, its connection, and what it sends. */
export function describeTab(tab: TabActors): LaneStatus {
  if (tab.machines.size === 0) return ended(tab, 'closed');
  const connection = tab.connection ?? 'no connection';
  const [leadership] = statesOf(tab, 'tab-leadership');
  const unsent = statesOf(tab, 'outbox').filter((state) => UNSENT.includes(state));
  const parts = [describeLeadership(leadership), connection, unsent.length > 0 && countStates(unsent)];
  return { mode: CONNECTION_MODES[connection] ?? 'off', text: parts.filter(Boolean).join(', ') };
}

/** Followers trust and ask the leader in turn, several times a second. */
function describeLeadership(state = 'away'): string | null {
  if (state === 'away') return null;
  return /^present\.following\.(hearing|asking)$/.test(state) ? 'following' : leafOf(state);
}

/** The state of a tab's other machine, or of all its actors. */
export function describeMachine(tab: TabActors, machine: string): LaneStatus {
  const actors = [...tab.machines].filter(([, actor]) => actor.machine === machine);
  if (actors.length === 0) return ended(tab, 'ended');
  const isBusy = [...tab.work].some((name) =>
    actors.some(([actor]) => name.startsWith(`${actor}/`) && !name.endsWith(`/${LASTING_WORK}`)),
  );
  const states = actors.flatMap(([, actor]) => actor.states);
  const text = actors.length === 1 ? states.map(leafOf).join(', ') : countStates(states);
  return { mode: isBusy ? 'waiting' : 'ok', text };
}

const ended = ({ lastEnd }: TabActors, text: string): LaneStatus => ({
  mode: 'off',
  text: lastEnd === 'unwatched' ? 'not watched' : text,
});

/** As `2 queued, 1 sending`. */
function countStates(states: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const leaf of states.map(leafOf)) counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
  return [...counts].map(([leaf, count]) => `${count} ${leaf}`).join(', ');
}
