import { createSignal } from '../../src/base/signal.ts';
import type { EndEntry, TraceEntry } from '../inspect/trace.ts';
import { reduceActors, toEntries, actorKey, type Actors, type ActorView } from './reduce-actors.ts';

/** Above the first number, the oldest entries are dropped down to the second. */
const MAX_ENTRIES = 10_000;
const ENTRIES_AFTER_TRIM = 8000;

export interface RecordSnapshot {
  /** In chronological order. */
  entries: readonly TraceEntry[];
  /** The state of all actors after the last entry. */
  actors: Actors;
}

/** The recording of all tabs, in memory. */
export interface MachineRecord {
  getSnapshot: () => RecordSnapshot;
  subscribe: (listener: () => void) => () => void;
  add: (entries: readonly TraceEntry[]) => void;
  /** Ends all actors of a tab that has closed. */
  removeTab: (tab: string, at: number) => void;
  /** Marks all actors as unwatched: every tab reports its actors again when the recording continues. */
  pause: (at: number) => void;
}

export function createRecord(): MachineRecord {
  const { subscribe, getSnapshot, set } = createSignal<RecordSnapshot>({ entries: [], actors: new Map() });

  /** Every tab reports its actors again when another page starts watching. */
  function isNewEntry(entry: TraceEntry): boolean {
    if (entry.kind !== 'machine' && entry.kind !== 'work') return true;
    return getSnapshot().actors.get(actorKey(entry))?.ended !== null;
  }

  function add(reported: readonly TraceEntry[]): void {
    const newEntries = reported.filter(isNewEntry);
    if (newEntries.length === 0) return;
    const recorded = getSnapshot();
    const all = sortByTime([...recorded.entries, ...newEntries], newEntries.length);
    const entries = trimOldest(all);
    // Trimming also drops the ended actors of the dropped entries.
    set({
      entries,
      actors: entries === all ? reduceActors(newEntries, recorded.actors) : reduceActors(entries),
    });
  }

  function endActors(matches: (actor: ActorView) => boolean, at: number, how: EndEntry['how']): void {
    const running = [...getSnapshot().actors.values()].filter(
      (actor) => actor.ended === null && matches(actor),
    );
    add(running.map(({ tab, name }) => ({ kind: 'end', tab, n: 0, at, actor: name, cause: null, how })));
  }

  return {
    add,
    getSnapshot,
    subscribe,
    removeTab: (tab, at) => endActors((actor) => actor.tab === tab, at, 'stopped'),
    pause: (at) => endActors(() => true, at, 'unwatched'),
  };
}

/** Reports of several tabs overlap in time. @param added how many entries at the end are new */
function sortByTime(entries: TraceEntry[], added: number): TraceEntry[] {
  const first = entries.length - added;
  const isSorted = entries.every(
    (entry, index) => index < first || entry.at >= (entries[index - 1]?.at ?? 0),
  );
  return isSorted ? entries : entries.sort((one, other) => one.at - other.at);
}

function trimOldest(entries: readonly TraceEntry[]): readonly TraceEntry[] {
  if (entries.length <= MAX_ENTRIES) return entries;
  const dropped = entries.slice(0, entries.length - ENTRIES_AFTER_TRIM);
  const kept = entries.slice(dropped.length);
  return [...toEntries(reduceActors(dropped), kept[0]?.at ?? 0), ...kept];
}
