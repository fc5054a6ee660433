import { isQuiet, type LaneMode, type SimulationEntry } from './simulation-messages.ts';

/** A state of a lane from an entry on. */
export interface LaneState {
  at: number;
  /** The place of its entry. */
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

/** What a schedule has reported so far. */
export interface LaneRecord {
  /** In chronological order, but for messages that are lost: those come before the event that has sent them. */
  entries: readonly SimulationEntry[];
  /** By lane, in chronological order. */
  states: ReadonlyMap<string, readonly LaneState[]>;
  faults: readonly LaneFault[];
  /** From top to bottom. */
  lanes: readonly string[];
  /** The virtual time up to which it reaches. */
  at: number;
}

export const EMPTY_RECORD: LaneRecord = { entries: [], states: new Map(), faults: [], lanes: [], at: 0 };

/** Adds what was reported since. Lists of the earlier record that do not change are shared. */
export function addEntries(record: LaneRecord, added: readonly SimulationEntry[], at: number): LaneRecord {
  const states = new Map(record.states);
  const changed = new Map<string, LaneState[]>();
  const faults = added.some(({ kind }) => kind === 'fault')
    ? record.faults.map((one) => ({ ...one }))
    : record.faults;
  const mutableFaults = faults as LaneFault[];
  added.forEach((entry, nth) => {
    if (entry.kind === 'fault') noteFault(mutableFaults, entry);
    if (entry.kind !== 'state') return;
    const own = changed.get(entry.lane) ?? [...(states.get(entry.lane) ?? [])];
    const { mode, text } = entry;
    own.push({ at: entry.at, index: record.entries.length + nth, mode, text });
    changed.set(entry.lane, own);
    states.set(entry.lane, own);
  });
  const isNew = [...states.keys()].some((lane) => !record.states.has(lane));
  return {
    entries: [...record.entries, ...added],
    states,
    faults,
    lanes: isNew ? [...states.keys()].toSorted(compareLanes) : record.lanes,
    at: Math.max(record.at, at),
  };
}

function noteFault(
  faults: LaneFault[],
  { fault, name, isOver, at }: Extract<SimulationEntry, { kind: 'fault' }>,
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
export function stepFrom(entries: readonly SimulationEntry[], position: number, by: 1 | -1): number {
  for (let next = position + by; next > 0 && next <= entries.length; next += by) {
    const entry = entries[next - 1];
    if (entry && !isQuiet(entry)) return next;
  }
  return by > 0 ? entries.length : 0;
}

/** The number of entries up to a time. */
export function positionAt(entries: readonly SimulationEntry[], at: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Where to look for what a report of the checker says: at its time, or where the history last mentions the lane that it names.
 * @returns the number of entries up to there; null when it concerns no single event
 */
export function findBroken(
  entries: readonly SimulationEntry[],
  { what, at }: { what: string; at: number | null },
): number | null {
  const lanes = new Set(entries.flatMap((entry) => (entry.kind === 'state' ? [entry.lane] : [])));
  const named = [...lanes].find((lane) => what.includes(lane));
  const isHere = (entry: SimulationEntry) =>
    entry.kind === 'record' &&
    (named === undefined || entry.lane === named) &&
    (at === null || entry.at >= at);
  if (at !== null) {
    const found = entries.findIndex(isHere);
    return found < 0 ? positionAt(entries, at) : found + 1;
  }
  if (named === undefined) return null;
  const found = entries.findLastIndex((entry) => isHere(entry) && isOfStream(entry));
  return found < 0 ? null : found + 1;
}

const isOfStream = (entry: SimulationEntry) => entry.kind === 'record' && !entry.label.startsWith('shows');
