import {
  createMachine,
  initialTransition,
  transition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate';
import type { Chart, ChartTransition } from '../charts/chart.ts';
import { allNodes, isLeaf, pathOf } from '../charts/inventory.ts';
import type { EventEntry, TraceEntry } from './trace.ts';

/** A difference between a recording and the current machine. */
export interface Difference {
  entry: TraceEntry;
  /** A sentence for the user. */
  what: string;
}

export interface ReplayResult {
  /** The number of replayed events. */
  events: number;
  differences: readonly Difference[];
}

/** The names of the transitions that the current step takes. */
type Script = Set<string>;

/** Sent for the eventless microsteps of an event. */
const STEP_EVENT = 'onward';

/**
 * Replays a recording on the current machines: sends every event to its actor, in order, and compares the states that follow.
 * A recording holds no texts, so guards decide as recorded. A replay proves that the machine has these transitions, that they
 * can be taken in these states, and where they lead.
 */
export function replayTrace(entries: readonly TraceEntry[], charts: readonly Chart[]): ReplayResult {
  const byId = new Map(charts.map((chart) => [chart.machine, chart]));
  const players = new Map<string, Player>();
  const differences: Difference[] = [];
  let events = 0;
  for (const entry of entries) {
    const key = `${entry.tab} ${entry.actor}`;
    if (entry.kind === 'machine') {
      const chart = byId.get(entry.machine);
      const player = chart ? createPlayer(chart, entry.states) : `there is no machine ${entry.machine}`;
      if (typeof player === 'string') differences.push({ entry, what: player });
      else players.set(key, player);
    } else if (entry.kind === 'event') {
      const player = players.get(key);
      if (!player) continue;
      events += 1;
      const what = player.play(entry);
      if (what) differences.push({ entry, what });
    }
  }
  return { events, differences };
}

interface Player {
  /** @returns what differs, or null */
  play(entry: EventEntry): string | null;
}

/** @returns a player, or the reason why nothing can be replayed from these states */
function createPlayer(chart: Chart, states: readonly string[]): Player | string {
  const script: Script = new Set();
  const machine = createScriptedMachine(chart, script);
  const transitionNames = new Set(chart.transitions.map(({ name }) => name));
  const leaves = new Set(allNodes(machine.root).filter(isLeaf).map(pathOf));
  const explainImpossible = (paths: readonly string[]): string | null => {
    const unknown = paths.find((path) => !leaves.has(path));
    if (unknown !== undefined) return `there is no state ${unknown}`;
    return isSame(statesOf(createSnapshotIn(machine, paths)), paths)
      ? null
      : `${formatStates(paths)} cannot be active together`;
  };
  const reason = explainImpossible(states);
  if (reason !== null) return reason;
  let snapshot = createSnapshotIn(machine, states);

  function play({ event, taken, from, states: expected }: EventEntry): string | null {
    const unknownTransition = taken.flat().find((name) => !transitionNames.has(name));
    if (unknownTransition !== undefined) return `there is no transition "${unknownTransition}"`;
    if (!isSame(statesOf(snapshot), from))
      return `it was in ${formatStates(statesOf(snapshot))}, not in ${formatStates(from)}`;
    for (const [index, step] of taken.entries()) {
      script.clear();
      for (const name of step) script.add(name);
      [snapshot] = transition(machine, snapshot, { type: index === 0 ? event : STEP_EVENT });
    }
    const reached = statesOf(snapshot);
    if (isSame(reached, expected)) return null;
    const impossible = explainImpossible(expected);
    if (impossible !== null) return impossible;
    // Continues from the recorded states, so that one difference is reported once.
    snapshot = createSnapshotIn(machine, expected);
    return `${event} led to ${formatStates(reached)}, not to ${formatStates(expected)}`;
  }

  return { play };
}

/** The machine's states and transitions without its actors; a transition is taken when the script names it. */
function createScriptedMachine(chart: Chart, script: Script): AnyStateMachine {
  const toTransition = ({ name, targets, reenter }: ChartTransition) => ({
    guard: () => script.has(name),
    target: targets.map((path) => `#${[chart.machine, path].filter(Boolean).join('.')}`),
    reenter,
  });
  const transitionsFrom = (path: string) => {
    const own = chart.transitions.filter(({ source }) => source === path);
    const on: Record<string, object[]> = {};
    for (const one of own) if (one.kind !== 'always') (on[one.event] ??= []).push(toTransition(one));
    return { on, always: own.filter(({ kind }) => kind === 'always').map(toTransition) };
  };
  const nodeOf = (path: string): object => {
    const inner = chart.states.filter(({ parent }) => parent === path);
    const self = chart.states.find((state) => state.path === path);
    const first = inner.find((state) => state.path === self?.initial);
    const type =
      self?.kind === 'parallel' || self?.kind === 'final' || self?.kind === 'history' ? self.kind : undefined;
    return {
      ...transitionsFrom(path),
      ...(type && { type }),
      ...(first && { initial: first.key }),
      ...(inner.length > 0 && {
        states: Object.fromEntries(inner.map((state) => [state.key, nodeOf(state.path)])),
      }),
    };
  };
  return createMachine({ id: chart.machine, ...nodeOf('') });
}

/** A snapshot with these active states. */
function createSnapshotIn(machine: AnyStateMachine, states: readonly string[]): AnyMachineSnapshot {
  const [initial] = initialTransition(machine);
  if (isSame(statesOf(initial), states)) return initial;
  return machine.resolveState({ value: valueOf(states), context: {} });
}

type Value = { [key: string]: Value };

function valueOf(states: readonly string[]): Value {
  const value: Value = {};
  for (const path of states) {
    let inner = value;
    for (const key of path.split('.')) inner = inner[key] ??= {};
  }
  return value;
}

const statesOf = (snapshot: AnyMachineSnapshot): string[] => snapshot._nodes.filter(isLeaf).map(pathOf);
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.toSorted().join() === other.toSorted().join();
const formatStates = (states: readonly string[]) => states.join(', ') || 'no state';
