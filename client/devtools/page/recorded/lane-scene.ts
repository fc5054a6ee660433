import type { EventEntry, TraceEntry } from '../../inspect/trace.ts';
import { isHeartbeat } from '../filter-log.ts';
import { entryTitle } from '../format-entry.ts';
import type { LaneEntry } from '../lanes/lane-entry.ts';
import { remoteOf, type Remote } from './remotes.ts';
import {
  copyTab,
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

/** What runs in all tabs of a recording after some of its entries. */
export interface LaneScene {
  readonly ownTab: string | null;
  /** Those that have a lane. */
  readonly remotes: readonly Remote[];
  /** Those that the entries up to here name. */
  readonly found: Set<Remote>;
  /** By id. */
  readonly tabs: Map<string, TabActors>;
  readonly requests: Map<string, Remote>;
  /** The last state of each lane. */
  readonly shown: Map<string, string>;
  readonly parts: Map<string, string>;
  /** The tab that became the leader last: a frozen one does not know of its end. */
  leader: string | null;
  /** The number of the recording's entries up to here. */
  read: number;
  /** The number of the history's entries up to here. */
  count: number;
}

/** Events of the socket's machine that come from the server. */
const FROM_SOCKET: readonly string[] = ['READY', 'SUCCESSOR_READY', 'REFUSED', 'DRAIN'];

export function createScene(remotes: ReadonlySet<Remote>, ownTab: string | null): LaneScene {
  return {
    ownTab,
    remotes: (['server', 'user pool'] as const).filter((remote) => remotes.has(remote)),
    found: new Set(),
    tabs: new Map(),
    requests: new Map(),
    shown: new Map(),
    parts: new Map(),
    leader: null,
    read: 0,
    count: 0,
  };
}

export function copyScene(scene: LaneScene): LaneScene {
  return {
    ...scene,
    found: new Set(scene.found),
    tabs: new Map([...scene.tabs].map(([id, tab]) => [id, copyTab(tab)])),
    requests: new Map(scene.requests),
    shown: new Map(scene.shown),
    parts: new Map(scene.parts),
  };
}

/** The server is there as soon as a connection is. */
export function findRemotes(entries: readonly TraceEntry[], into = new Set<Remote>()): Set<Remote> {
  for (const entry of entries) {
    const remote = entry.kind === 'work' ? remoteOf(entry) : null;
    if (remote) into.add(remote);
    if (machineOf(entry) === 'connection') into.add('server');
  }
  return into;
}

/** Reads the next entry of the recording. @param at since the start @returns the entries of the history that it causes */
export function readEntry(scene: LaneScene, entry: TraceEntry, at: number): LaneEntry[] {
  const { tabs, requests, parts } = scene;
  const tab = tabs.get(entry.tab) ?? addTab(scene, entry.tab);
  const leader = scene.leader === null ? null : (tabs.get(scene.leader) ?? null);
  const machine = machineOf(entry);
  const led = isLeading(tab);
  const added = [describeEntry(entry, { at, tab, leader })];
  const isChanged = noteEntry(tab, entry);
  if (isLeading(tab) && !led) scene.leader = entry.tab;
  else if (led && !isLeading(tab) && leader === tab) scene.leader = null;
  findRemotes([entry], scene.found);
  const key = `${entry.tab} ${entry.actor}`;
  const remote = entry.kind === 'work' ? remoteOf(entry) : null;
  if (remote) requests.set(key, remote);
  else if (entry.kind === 'end') requests.delete(key);

  const lane = laneOf(tab, machine);
  if (!isChanged && scene.shown.has(tab.lane) && scene.shown.has(lane)) return added;
  added.push(...showState(scene, { at, lane: tab.lane, ...describeTab(tab) }));
  if (!isOfTab(machine)) {
    parts.set(lane, machine);
    added.push(...showState(scene, { at, lane, ...describeMachine(tab, machine) }));
  }
  return [...added, ...showRemotes(scene, at)];
}

/** This page's tab has a name of its own; the others are in the order of their first entries. */
function addTab({ tabs, ownTab }: LaneScene, id: string): TabActors {
  const first = ownTab === null ? 1 : 2;
  const others = [...tabs.keys()].filter((one) => one !== ownTab).length;
  const lane = id === ownTab ? 'this tab' : `tab ${others + first}`;
  const tab: TabActors = { lane, machines: new Map(), connection: null, work: new Set(), lastEnd: null };
  tabs.set(id, tab);
  return tab;
}

interface Shown extends LaneStatus {
  at: number;
  lane: string;
}

/** @returns an entry, if the state is another one than before */
function showState({ shown }: LaneScene, { at, lane, mode, text }: Shown): LaneEntry[] {
  const state = `${mode} ${text}`;
  if (shown.get(lane) === state) return [];
  shown.set(lane, state);
  return [{ kind: 'state', at, lane, mode, text }];
}

export function showRemotes(scene: LaneScene, at: number): LaneEntry[] {
  return scene.remotes.flatMap((remote) => {
    const pending = [...scene.requests.values()].filter((one) => one === remote).length;
    const sockets = [...scene.tabs.values()].filter(hasSocket).length;
    const counts = [
      remote === 'server' && formatCount(sockets, 'socket'),
      (pending > 0 || remote !== 'server') && formatCount(pending, 'request'),
    ];
    return showState(scene, { at, lane: remote, mode: 'ok', text: counts.filter(Boolean).join(', ') });
  });
}

/** Each tab with its parts, this page's first; then what is behind them. */
export function orderLanes({ tabs, ownTab, parts, remotes }: LaneScene): string[] {
  const isOwn = (id: string) => id === ownTab;
  const ids = [...tabs.keys()];
  const ordered = [...ids.filter(isOwn), ...ids.filter((id) => !isOwn(id))];
  const ofTabs = ordered.flatMap((id) => {
    const lane = tabs.get(id)?.lane ?? '';
    const ofTab = [...parts].filter(([part, machine]) => part === `${lane} ${machine}`);
    return [lane, ...ofTab.map(([part]) => part)];
  });
  return [...ofTabs, ...remotes];
}

interface Moment {
  at: number;
  tab: TabActors;
  leader: TabActors | null;
}

/** A message where the recording tells its ends, else a mark in the lane of the machine. */
function describeEntry(entry: TraceEntry, { at, tab, leader }: Moment): LaneEntry {
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
    if (entry.machine === 'socket' && FROM_SOCKET.includes(entry.event))
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
  (machine === 'connection' && event === 'TOLD') || event === 'SUPERSEDED';

/** As `compose`, or `compose submit` for an actor that it has invoked. */
function nameOf(entry: TraceEntry): string {
  const [, source] = entry.actor.split('/');
  return [machineOf(entry), source].filter(Boolean).join(' ');
}

const formatCount = (count: number, one: string): string =>
  count === 1 ? `1 ${one}` : `${count === 0 ? 'no' : count} ${one}s`;
