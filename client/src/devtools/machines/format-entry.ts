import type { MachineReport } from '@cruddur/shared';
import type { EndEntry, TraceEntry } from '../inspect/trace.ts';
import type { MachineView } from './reduce-actors.ts';

const TIME = new Intl.DateTimeFormat(undefined, {
  ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const),
  hourCycle: 'h23',
});

/** To the millisecond, by the person's own clock. */
export const formatTime = (at: number): string => TIME.format(at);

export const formatStates = (states: readonly string[]): string => states.join(', ') || 'no state';

/** As `12 live, 1 draining`. */
export function formatReport({ states }: MachineReport): string {
  const there = Object.entries(states).filter(([path, count]) => count > 0 && path !== 'over');
  return (
    there.map(([path, count]) => `${count} ${path.split('.').at(-1) ?? path}`).join(', ') ||
    'none at the moment'
  );
}

/** What an actor's row says below its name. */
export function formatActorStatus({ states, ended }: MachineView): string {
  return ended === null ? formatStates(states) : `${ended}, ${formatStates(states)}`;
}

const END_TEXTS: Record<EndEntry['how'], string> = {
  ...{ done: 'is done', failed: 'fails', stopped: 'is stopped', unwatched: 'is watched no more' },
};

/** The word for an entry that stands out in the log. */
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

/** Where an entry led. */
export function entryOutcome(entry: TraceEntry): string {
  if (entry.kind === 'machine') return formatStates(entry.states);
  if (entry.kind !== 'event') return '';
  return entry.taken.length === 0 ? 'ignored' : formatStates(entry.states);
}
