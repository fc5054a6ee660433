import { LIFETIME_MS } from './limits.ts';

export const MUTE_KINDS = ['person', 'word', 'hashtag'] as const;
export type MuteKind = (typeof MUTE_KINDS)[number];

/** How long a mute lasts; `always` until it is undone. */
export const MUTE_DURATIONS = ['1-hour', '1-day', '7-days', 'always'] as const;
export type MuteDuration = (typeof MUTE_DURATIONS)[number];
export const DEFAULT_MUTE_DURATION: MuteDuration = 'always';

/** The mutes of one person that have not ended. */
export const MUTES_MAX = 100;
/** The longest muted word or hashtag, in code points after NFC. */
export const MUTED_WORD_MAX = 50;

/** When a mute ends that begins now; null when it lasts until it is undone. `now` is in epoch milliseconds. */
export function muteEndsAt(duration: MuteDuration, now: number): number | null {
  return duration === 'always' ? null : now + LIFETIME_MS[duration];
}
