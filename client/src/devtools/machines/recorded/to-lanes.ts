import type { EventEntry, TraceEntry } from '../../inspect/trace.ts';
import { isHeartbeat } from '../filter-log.ts';
import { entryTitle } from '../format-entry.ts';
import type { LaneEntry } from '../lanes/lane-entry.ts';
import { addEntries, EMPTY_HISTORY, type LaneHistory } from '../lanes/lane-history.ts';
import { remoteOf, type Remote } from './remotes.ts';
import {
  describeMachine,
  describeTab,
  hasSocket,
  isLeading,
  isOfTab,
  laneOf,
  machineOf,
  noteEntry,
  type LaneStatus,
  type TabActors,
} from './tab-actors.ts';

/** A recording as lanes: one for each tab, each of its machines, the server and the user pool. */
export interface RecordedLanes {
  history: LaneHistory;
  /** For each entry of the recording, the number of the history's entries up to its own. */
  ends: readonly number[];
}

/** Events of the connection's machine that come through the socket. */
const FROM_SOCKET: readonly string[] = ['READY', 'REFUSED'];
/** Those that the leader tab repeats to the others. */
const FROM_LEADER: readonly string[] = [...FROM_SOCKET, 'LOST', 'POLLING'];

/** @param ownTab the id of this page's tab; null when the recording may be of another browser */
export function toLanes(recorded: readonly TraceEntry[], ownTab: string | null): RecordedLanes {
  const start = recorded[0]?.at ?? 0;
  const tabs = nameTabs(recorded, ownTab);
  const requests = new Map<string, Remote>();
  const shown = new Map<string, string>();
  const parts = new Map<string, string>();
  const entries: LaneEntry[] = [];
  /** The tab that became the leader last: a frozen one does not know of its end. */
  let leader: TabActors | null = null;

  function show(at: number, lane: string, { mode, text }: LaneStatus): void {
    if (shown.get(lane) === `${mode} ${text}`) return;
    shown.set(lane, `${mode} ${text}`);
    entries.push({ kind: 'state', at, lane, mode, text });
  }

  function showRemotes(at: number): void {
    for (const remote of remotes) {
      const pending = [...requests.values()].filter((one) => one === remote).length;
      const sockets = [...tabs.values()].filter(hasSocket).length;
      const counts = [
        remote === 'server' && formatCount(sockets, 'socket'),
        (pending > 0 || remote !== 'server') && formatCount(pending, 'request'),
      ];
      show(at, remote, { mode: 'ok', text: counts.filter(Boolean).join(', ') });
    }
  }

  function showChanges(at: number, tab: TabActors, machine: string): void {
    const lane = laneOf(tab, machine);
    show(at, tab.lane, describeTab(tab));
    if (!isOfTab(machine)) {
      parts.set(lane, machine);
      show(at, lane, describeMachine(tab, machine));
    }
    showRemotes(at);
  }

  const remotes = remotesOf(recorded);
  showRemotes(0);
  const ends = recorded.map((entry) => {
    const tab = tabs.get(entry.tab);
    if (!tab) return entries.length;
    const at = entry.at - start;
    const led = isLeading(tab);
    entries.push(describeEntry(entry, { at, tab, leader }));
    noteEntry(tab, entry);
    if (isLeading(tab) && !led) leader = tab;
    else if (led && !isLeading(tab) && leader === tab) leader = null;
    const key = `${entry.tab} ${entry.actor}`;
    const remote = entry.kind === 'work' ? remoteOf(entry) : null;
    if (remote) requests.set(key, remote);
    else if (entry.kind === 'end') requests.delete(key);
    showChanges(at, tab, machineOf(entry));
    return entries.length;
  });
  const history = addEntries(EMPTY_HISTORY, entries, (recorded.at(-1)?.at ?? start) - start);
  return { history: { ...history, lanes: orderLanes(tabs, parts, remotes), parts, faults: null }, ends };
}

/** This page's tab is first; the others are in the order of their first entries. */
function nameTabs(recorded: readonly TraceEntry[], ownTab: string | null): Map<string, TabActors> {
  const ids = [...new Set(recorded.map(({ tab }) => tab))];
  const others = ids.filter((id) => id !== ownTab);
  const first = ownTab === null ? 1 : 2;
  const named = [
    ...(ownTab !== null && ids.includes(ownTab) ? [{ id: ownTab, lane: 'this tab' }] : []),
    ...others.map((id, index) => ({ id, lane: `tab ${index + first}` })),
  ];
  return new Map(
    named.map(({ id, lane }) => [id, { lane, machines: new Map(), work: new Set(), lastEnd: null }]),
  );
}

/** The server is there as soon as a connection is. */
function remotesOf(recorded: readonly TraceEntry[]): Remote[] {
  const found = new Set(recorded.map((entry) => (entry.kind === 'work' ? remoteOf(entry) : null)));
  if (recorded.some((entry) => machineOf(entry) === 'connection')) found.add('server');
  return (['server', 'user pool'] as const).filter((remote) => found.has(remote));
}

function orderLanes(
  tabs: ReadonlyMap<string, TabActors>,
  parts: ReadonlyMap<string, string>,
  remotes: readonly Remote[],
): string[] {
  const ofTab = (lane: string) => [...parts].filter(([part, machine]) => part === `${lane} ${machine}`);
  const ofTabs = [...tabs.values()].flatMap(({ lane }) => [lane, ...ofTab(lane).map(([part]) => part)]);
  return [...ofTabs, ...remotes];
}

interface Scene {
  at: number;
  tab: TabActors;
  leader: TabActors | null;
}

/** A message where the recording tells its ends, else a mark in the lane of the machine. */
function describeEntry(entry: TraceEntry, { at, tab, leader }: Scene): LaneEntry {
  const lane = laneOf(tab, machineOf(entry));
  const label = `${nameOf(entry)} ${entryTitle(entry)}`;
  const message = { kind: 'event', at, sentAt: at, lane, label, isRoutine: false } as const;
  const otherLeader = leader === null || leader === tab ? null : leader.lane;
  if (isHeartbeat(entry))
    return {
      ...message,
      from: label.endsWith(' HEARD') ? otherLeader : null,
      arrow: 'tabs',
      isRoutine: true,
    };
  if (entry.kind === 'work') {
    const remote = remoteOf(entry);
    if (remote) return { ...message, from: lane, lane: remote, arrow: 'http' };
  }
  // The machine's own event tells of it.
  if (entry.kind === 'end' && entry.actor.includes('/') && /^(done|failed)$/.test(entry.how))
    return { ...message, from: null, isRoutine: true };
  if (entry.kind === 'event') {
    const remote = entry.sender === null ? null : remoteOf({ actor: entry.sender });
    if (remote && isUnanswered(entry)) return { kind: 'lost', at, from: lane, lane: remote, label };
    if (remote) return { ...message, from: remote, arrow: 'http' };
    if (entry.machine === 'connection' && leader === tab && FROM_SOCKET.includes(entry.event))
      return { ...message, from: 'server', arrow: 'socket' };
    if (otherLeader !== null && comesFromLeader(entry))
      return { ...message, from: otherLeader, arrow: 'tabs' };
  }
  return { kind: 'record', at, lane, label };
}

/** The request or its answer was lost, so the outbox sends the entry again. */
const isUnanswered = ({ machine, event, payload }: EventEntry): boolean =>
  machine === 'outbox' && (event.startsWith('error ') || payload.kind === 'unknown');

const comesFromLeader = ({ machine, event }: EventEntry): boolean =>
  (machine === 'connection' && FROM_LEADER.includes(event)) || event === 'SUPERSEDED';

/** As `compose`, or `compose submit` for an actor that it has invoked. */
function nameOf(entry: TraceEntry): string {
  const [, source] = entry.actor.split('/');
  return [machineOf(entry), source].filter(Boolean).join(' ');
}

const formatCount = (count: number, one: string): string =>
  count === 1 ? `1 ${one}` : `${count === 0 ? 'no' : count} ${one}s`;

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
