import type { MachineReport } from '@cruddur/shared';
import type { EndEntry, TraceEntry } from '../inspect/trace.ts';
import type { Actors, MachineView } from './reduce-actors.ts';

const TIME = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** To the millisecond, in the user's time zone. */
export const formatTime = (at: number): string => TIME.format(at);

export const formatStates = (states: readonly string[]): string => states.join(', ') || 'no state';

/** As `12 live, 1 draining`. */
export function formatReport({ states }: MachineReport): string {
  const counts = Object.entries(states).filter(([path, count]) => count > 0 && path !== 'over');
  return (
    counts.map(([path, count]) => `${count} ${path.split('.').at(-1) ?? path}`).join(', ') ||
    'none at the moment'
  );
}

/** The line below an actor's name. */
export function formatActorStatus({ states, ended }: MachineView): string {
  return ended === null ? formatStates(states) : `${ended}, ${formatStates(states)}`;
}

const END_TEXTS: Record<EndEntry['how'], string> = {
  done: 'is done',
  failed: 'fails',
  stopped: 'is stopped',
  unwatched: 'is watched no more',
};

/** The emphasised part of an entry in the log. */
export function entryTitle(entry: TraceEntry): string {
  switch (entry.kind) {
    case 'machine':
      return 'is here';
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
