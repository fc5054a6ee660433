import { isQuiet, type LaneMode, type LaneEntry } from './lane-entry.ts';

/** A state of a lane from an entry on. */
export interface LaneState {
  at: number;
  /** The index of its entry. */
  index: number;
  mode: LaneMode;
  text: string;
}

export interface LaneFault {
  fault: number;
  name: string;
  from: number;
  /** Null while it lasts. */
  until: number | null;
}

/** What happened in some lanes along time: in a simulated schedule, or in a recording of the real page. */
export interface LaneHistory {
  /** In chronological order, but for messages that are lost: those come before the event that has sent them. */
  entries: readonly LaneEntry[];
  /** By lane, in chronological order. */
  states: ReadonlyMap<string, readonly LaneState[]>;
  /** Null where none is known of, as in a recording: their row is left out. */
  faults: readonly LaneFault[] | null;
  /** From top to bottom. */
  lanes: readonly string[];
  /** The lanes that are a part of the one above them, by their names; the title leaves out what that one says. */
  parts: ReadonlyMap<string, string>;
  /** The time up to which it reaches. */
  at: number;
}

export const EMPTY_HISTORY: LaneHistory = {
  entries: [],
  states: new Map(),
  faults: [],
  lanes: [],
  parts: new Map(),
  at: 0,
};

/** Adds what was reported since. Lists of the earlier history that do not change are shared. */
export function addEntries(history: LaneHistory, added: readonly LaneEntry[], at: number): LaneHistory {
  const states = new Map(history.states);
  const changed = new Map<string, LaneState[]>();
  const faults = added.some(({ kind }) => kind === 'fault')
    ? (history.faults ?? []).map((one) => ({ ...one }))
    : history.faults;
  const mutableFaults = faults as LaneFault[];
  added.forEach((entry, nth) => {
    if (entry.kind === 'fault') noteFault(mutableFaults, entry);
    if (entry.kind !== 'state') return;
    const own = changed.get(entry.lane) ?? [...(states.get(entry.lane) ?? [])];
    const { mode, text } = entry;
    own.push({ at: entry.at, index: history.entries.length + nth, mode, text });
    changed.set(entry.lane, own);
    states.set(entry.lane, own);
  });
  const isNew = [...states.keys()].some((lane) => !history.states.has(lane));
  return {
    ...history,
    entries: [...history.entries, ...added],
    states,
    faults,
    lanes: isNew ? [...states.keys()].toSorted(compareLanes) : history.lanes,
    at: Math.max(history.at, at),
  };
}

/** The history without its later entries and their states. */
export function firstEntries(history: LaneHistory, count: number): LaneHistory {
  const states = [...history.states].flatMap(([lane, all]): [string, readonly LaneState[]][] => {
    const last = all.findLastIndex(({ index }) => index < count);
    return last < 0 ? [] : [[lane, last === all.length - 1 ? all : all.slice(0, last + 1)]];
  });
  return { ...history, entries: history.entries.slice(0, count), states: new Map(states) };
}

function noteFault(
  faults: LaneFault[],
  { fault, name, isOver, at }: Extract<LaneEntry, { kind: 'fault' }>,
): void {
  const known = faults.find((one) => one.fault === fault);
  if (isOver && known) known.until = at;
  else if (!isOver) faults.push({ fault, name, from: at, until: null });
}

/** Tabs by their person, then what is behind them. */
function compareLanes(one: string, other: string): number {
  return (
    rankOf(one) - rankOf(other) || personOf(one).localeCompare(personOf(other)) || one.localeCompare(other)
  );
}

const personOf = (lane: string) => lane.split(' of ')[1] ?? '';

function rankOf(lane: string): number {
  if (lane.startsWith('tab')) return 0;
  if (lane.startsWith('gateway')) return 1;
  return lane === 'bus' ? 2 : 3;
}

/** The state of a lane after a number of entries; null before its first one. */
export function stateAt(states: readonly LaneState[] | undefined, position: number): LaneState | null {
  return states?.findLast(({ index }) => index < position) ?? null;
}

/** The position after the next entry that is no tick, or before the previous one. */
export function stepFrom(entries: readonly LaneEntry[], position: number, by: 1 | -1): number {
  for (let next = position + by; next > 0 && next <= entries.length; next += by) {
    const entry = entries[next - 1];
    if (entry && !isQuiet(entry)) return next;
  }
  return by > 0 ? entries.length : 0;
}

/** The number of entries or states up to a time. */
export function positionAt(entries: readonly { at: number }[], at: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
