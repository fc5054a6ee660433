import type { MachineReport, ServerMachineName } from '@cruddur/shared';
import { pageLocale } from '../../src/base/page/dates.ts';
import type { EndEntry, TraceEntry } from '../inspect/trace.ts';
import type { Actors, MachineView } from './reduce-actors.ts';

const TIME = new Intl.DateTimeFormat(pageLocale(), {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** To the millisecond, in the user's time zone. */
const formatTime = (at: number): string => TIME.format(at);

const DAY = new Intl.DateTimeFormat(pageLocale(), { day: 'numeric', month: 'short' });

/** With the day, if it is another one than that of the first time. */
export const formatTimeSince = (first: number, at: number): string =>
  DAY.format(first) === DAY.format(at) ? formatTime(at) : `${DAY.format(at)}, ${formatTime(at)}`;

export const formatStates = (states: readonly string[]): string => states.join(', ') || 'no state';

const DAY_MS = 86_400_000;
const DAY_AND_MINUTE = new Intl.DateTimeFormat(pageLocale(), {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** `12:34:56` with up to three decimals; a label has the fewest digits that tell it from the others. */
const LABEL_LENGTHS = [8, 10, 11, 12];

/**
 * Labels for evenly spaced times from the first to the last, all distinct: fewer than wanted when the times are within a few
 * milliseconds.
 */
export function formatTimeAxis(first: number, last: number, wanted: number): string[] {
  const times = (count: number) =>
    Array.from({ length: count }, (_, index) => first + ((last - first) * index) / Math.max(count - 1, 1));
  const isDistinct = (labels: string[]) => new Set(labels).size === labels.length;
  if (last - first >= DAY_MS) return times(wanted).map((at) => DAY_AND_MINUTE.format(at));
  for (const count of [wanted, 2]) {
    const exact = times(count).map(formatTime);
    const labels = LABEL_LENGTHS.map((length) => exact.map((label) => label.slice(0, length)));
    const found = labels.find(isDistinct);
    if (found) return found;
  }
  return [formatTime(first)];
}

/** What a server machine's actors are called, and its states where their names alone say too little. */
const REPORT_WORDS: Record<
  ServerMachineName,
  { one: string; many: string; states: Readonly<Record<string, string>> }
> = {
  gatewaySession: {
    one: 'socket',
    many: 'sockets',
    states: { arriving: 'connecting', catchingUp: 'catching up', broken: 'resetting' },
  },
  streamReader: {
    one: 'reader',
    many: 'readers',
    states: { level: 'at head', holding: 'waiting for a gap', reading: 'catching up' },
  },
  purge: { one: 'job', many: 'jobs', states: { sweeping: 'running' } },
};

/** As `12 sockets live, 1 draining`, or `0 sockets`. */
export function formatReport({ machine, states }: MachineReport): string {
  const { one, many, states: words } = REPORT_WORDS[machine];
  const counts = Object.entries(states).filter(([path, count]) => count > 0 && path !== 'over');
  if (counts.length === 0) return `0 ${many}`;
  return counts
    .map(([path, count], index) => {
      const state = path.split('.').at(-1) ?? path;
      const noun = index > 0 ? '' : ` ${count === 1 ? one : many}`;
      return `${count}${noun} ${words[state] ?? state}`;
    })
    .join(', ');
}

/** The line below an actor's name. */
export function formatActorStatus({ states, ended }: MachineView): string {
  return ended === null ? formatStates(states) : `${ended}, ${formatStates(states)}`;
}

const END_TEXTS: Record<EndEntry['how'], string> = {
  done: 'is done',
  failed: 'fails',
  stopped: 'is stopped',
  unwatched: 'is no longer watched',
};

/** The emphasised part of an entry in the log. */
export function entryTitle(entry: TraceEntry): string {
  switch (entry.kind) {
    case 'machine':
      return 'is running';
    case 'work':
      return 'starts';
    case 'event':
    case 'command':
      return entry.event;
    case 'end':
      return END_TEXTS[entry.how];
  }
}

/** The states after an entry. */
export function entryOutcome(entry: TraceEntry): string {
  if (entry.kind === 'machine') return formatStates(entry.states);
  if (entry.kind !== 'event') return '';
  return entry.taken.length === 0 ? 'ignored' : formatStates(entry.states);
}

/** The subtitle of the page. @param file the name of the opened trace; null for the live recording */
export function formatHeadline(actors: Actors, ownTab: string, file: string | null): string {
  if (file !== null) return `Replaying ${file}`;
  const running = [...actors.values()].filter(
    (actor): actor is MachineView => actor.kind === 'machine' && actor.ended === null,
  );
  const leads = running.some(
    ({ tab, states }) => tab === ownTab && states.some((state) => state.endsWith('leading')),
  );
  return `Live, ${running.length === 1 ? '1 actor' : `${running.length} actors`}${leads ? ', this tab leads' : ''}`;
}
