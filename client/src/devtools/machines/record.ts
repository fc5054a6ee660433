import { createSignal } from '../../signal.ts';
import type { EndEntry, TraceEntry } from '../inspect/trace.ts';
import { reduceActors, toEntries, actorKey, type Actors, type ActorView } from './reduce-actors.ts';

/** Beyond this the oldest are dropped, down to so many. */
const MAX_ENTRIES = 10_000;
const ENTRIES_AFTER_TRIM = 8000;

export interface RecordSnapshot {
  /** In the order of their times. */
  entries: readonly TraceEntry[];
  /** How all actors stand after them. */
  actors: Actors;
}

/** What was heard from all tabs, in memory. */
export interface MachineRecord {
  getSnapshot: () => RecordSnapshot;
  subscribe: (listener: () => void) => () => void;
  add: (entries: readonly TraceEntry[]) => void;
  /** A tab is gone, and all that was at work in it. */
  removeTab: (tab: string, at: number) => void;
  /** Nobody listens for a while: where everybody stands after it, they will say anew. */
  pause: (at: number) => void;
}

export function createRecord(): MachineRecord {
  const { subscribe, getSnapshot, set } = createSignal<RecordSnapshot>({ entries: [], actors: new Map() });

  /** A page that joins makes every tab introduce its actors once more. */
  function isNewEntry(entry: TraceEntry): boolean {
    if (entry.kind !== 'machine' && entry.kind !== 'work') return true;
    return getSnapshot().actors.get(actorKey(entry))?.ended !== null;
  }

  function add(heard: readonly TraceEntry[]): void {
    const newEntries = heard.filter(isNewEntry);
    if (newEntries.length === 0) return;
    const recorded = getSnapshot();
    const all = sortByTime([...recorded.entries, ...newEntries], newEntries.length);
    const entries = trimOldest(all);
    // With the oldest entries go those of their actors that have ended.
    set({
      entries,
      actors: entries === all ? reduceActors(newEntries, recorded.actors) : reduceActors(entries),
    });
  }

  function end(which: (actor: ActorView) => boolean, at: number, how: EndEntry['how']): void {
    const alive = [...getSnapshot().actors.values()].filter((actor) => actor.ended === null && which(actor));
    add(alive.map(({ tab, name }) => ({ kind: 'end', tab, n: 0, at, actor: name, cause: null, how })));
  }

  return {
    add,
    getSnapshot,
    subscribe,
    removeTab: (tab, at) => end((actor) => actor.tab === tab, at, 'stopped'),
    pause: (at) => end(() => true, at, 'unwatched'),
  };
}

/** Tabs speak one after the other, of what happened at the same time. */
function sortByTime(entries: TraceEntry[], news: number): TraceEntry[] {
  const first = entries.length - news;
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
