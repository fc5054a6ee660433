import type { TraceEntry } from '../../inspect/trace.ts';
import type { LaneEntry } from '../lanes/lane-entry.ts';
import { addEntries, EMPTY_HISTORY, firstEntries, type LaneHistory } from '../lanes/lane-history.ts';
import {
  copyScene,
  createScene,
  findRemotes,
  orderLanes,
  readEntry,
  showRemotes,
  type LaneScene,
} from './lane-scene.ts';

/** A recording as lanes: one for each tab, each of its machines, the server and the user pool. */
export interface RecordedLanes {
  history: LaneHistory;
  /** For each entry of the recording, the number of the history's entries up to its own. */
  ends: readonly number[];
}

/** Reads a recording again each time it has grown, at the cost of its new entries. */
export type LaneReader = (recorded: readonly TraceEntry[]) => RecordedLanes;

/** So that entries of several tabs, whose reports overlap in time, repeat no more than these. */
const CHECKPOINT_EVERY = 100;

const EMPTY_LANES: RecordedLanes = { history: { ...EMPTY_HISTORY, faults: null }, ends: [] };

/** @param ownTab the id of this page's tab; null when the recording may be of another browser */
export function createLaneReader(ownTab: string | null): LaneReader {
  let recorded: readonly TraceEntry[] = [];
  let lanes = EMPTY_LANES;
  let scene = createScene(new Set(), ownTab);
  let checkpoints: LaneScene[] = [];

  /** Goes back to where the new recording is still the same. @returns whether there is such a place */
  function resume(next: readonly TraceEntry[]): boolean {
    const same = countSame(recorded, next);
    if (same === 0) return false;
    if (same < recorded.length) {
      checkpoints = checkpoints.filter(({ read }) => read <= same);
      const checkpoint = checkpoints.at(-1);
      if (!checkpoint) return false;
      scene = copyScene(checkpoint);
      lanes = {
        history: firstEntries(lanes.history, scene.count),
        ends: lanes.ends.slice(0, scene.read),
      };
    }
    // The first entries of the history are those of the remotes.
    const remotes = findRemotes(next.slice(scene.read), new Set(scene.found));
    return remotes.size === scene.remotes.length && scene.remotes.every((remote) => remotes.has(remote));
  }

  function restart(next: readonly TraceEntry[]): LaneEntry[] {
    scene = createScene(findRemotes(next), ownTab);
    checkpoints = [];
    lanes = EMPTY_LANES;
    const added = showRemotes(scene, 0);
    scene.count = added.length;
    return added;
  }

  return (next) => {
    if (next === recorded) return lanes;
    const added = resume(next) ? [] : restart(next);
    const start = next[0]?.at ?? 0;
    const ends = [...lanes.ends];
    for (const entry of next.slice(scene.read)) {
      const shown = readEntry(scene, entry, entry.at - start);
      added.push(...shown);
      scene.count += shown.length;
      scene.read += 1;
      ends.push(scene.count);
      if (scene.read % CHECKPOINT_EVERY === 0) checkpoints.push(copyScene(scene));
    }
    recorded = next;
    const at = (next.at(-1)?.at ?? start) - start;
    const history = addEntries(lanes.history, added, at);
    const [parts, ordered] = [new Map(scene.parts), orderLanes(scene)];
    lanes = { history: { ...history, at, parts, lanes: ordered }, ends };
    return lanes;
  };
}

/** A whole recording. @param ownTab the id of this page's tab; null when the recording may be of another browser */
export const toLanes = (recorded: readonly TraceEntry[], ownTab: string | null): RecordedLanes =>
  createLaneReader(ownTab)(recorded);

/** How many entries at the beginning are the same. */
function countSame(some: readonly TraceEntry[], others: readonly TraceEntry[]): number {
  const length = Math.min(some.length, others.length);
  for (let index = 0; index < length; index += 1) if (some[index] !== others[index]) return index;
  return length;
}

/** The position in the history after a number of the recording's entries. */
export function toLanePosition({ ends }: RecordedLanes, position: number | null): number | null {
  if (position === null || position === 0) return position;
  return ends[position - 1] ?? null;
}

/** The number of the recording's entries up to a position in the history. */
export function toRecordPosition({ ends }: RecordedLanes, position: number): number {
  if (position === 0) return 0;
  const found = ends.findIndex((end) => end >= position);
  return found < 0 ? ends.length : found + 1;
}
