import type { TraceEntry } from '../../inspect/trace.ts';
import type { MachineView } from './actors-at.ts';

const TIME = new Intl.DateTimeFormat(undefined, {
  ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const),
  hourCycle: 'h23',
});

/** To the millisecond, by the person's own clock. */
export const timeWords = (at: number): string => TIME.format(at);

export const stateWords = (states: readonly string[]): string => states.join(', ') || 'no state';

/** What an actor's row says below its name. */
export function standingWords({ states, ended }: MachineView): string {
  return ended === null ? stateWords(states) : `${ended}, ${stateWords(states)}`;
}

/** The word for an entry that stands out in the log. */
export function titleOf(entry: TraceEntry): string {
  switch (entry.kind) {
    case 'machine':
      return 'is here';
    case 'work':
      return 'starts';
    case 'event':
    case 'command':
      return entry.event;
    case 'end':
      return entry.how === 'stopped' ? 'is stopped' : entry.how === 'done' ? 'is done' : 'fails';
  }
}

/** Where an entry led. */
export function outcomeOf(entry: TraceEntry): string {
  if (entry.kind === 'machine') return stateWords(entry.states);
  if (entry.kind !== 'event') return '';
  return entry.taken.length === 0 ? 'ignored' : stateWords(entry.states);
}
