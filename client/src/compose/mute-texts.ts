import { DEFAULT_MUTE_DURATION, lifetimeLabel, type Mute, type MuteDuration } from '@cruddur/shared';
import type { NewMute } from '../api/mutes.ts';

/** `@handle`, `#hashtag` or `“word”`. */
export function muteName({ kind, value, person }: Pick<Mute, 'kind' | 'value' | 'person'>): string {
  switch (kind) {
    case 'person':
      return `@${person?.handle ?? ''}`;
    case 'hashtag':
      return `#${value}`;
    case 'word':
      return `“${value}”`;
  }
}

/** `1 day`, `Until I undo it`. */
export const durationLabel = (duration: MuteDuration): string =>
  duration === 'always' ? 'Until I undo it' : lifetimeLabel(duration);

/** `for 1 day`, `until you undo it`. */
export function muteSpan(duration: NewMute['duration']): string {
  const lasts = duration ?? DEFAULT_MUTE_DURATION;
  return lasts === 'always' ? 'until you undo it' : `for ${lifetimeLabel(lasts)}`;
}

/** What a typed word or hashtag mutes. */
export function toSubject(typed: string): Pick<NewMute, 'kind' | 'value'> {
  const text = typed.trim();
  return text.startsWith('#') ? { kind: 'hashtag', value: text.slice(1) } : { kind: 'word', value: text };
}
