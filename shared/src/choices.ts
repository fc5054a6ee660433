import { LIFETIME_MS, type Lifetime } from './limits.ts';
import { lifetimeLabel } from './time.ts';

// What dialogs and settings offer. Apart from limits.ts, because the client loads it with them and not with its first chunk.

/** How long the messages of a conversation can last; `off` keeps them. */
export const MESSAGE_LIFETIMES = ['off', '30-days', '7-days', '1-day', '1-hour'] as const satisfies readonly (
  | Lifetime
  | 'off'
)[];
export type MessageLifetime = (typeof MESSAGE_LIFETIMES)[number];

/** `Off`, `7 days`. */
export function messageLifetimeLabel(lifetime: MessageLifetime): string {
  return lifetime === 'off' ? 'Off' : lifetimeLabel(lifetime);
}

/** Who can start a conversation with a person: everyone, people whom the person has written or replied to, or no one new. */
export const MESSAGE_SENDERS = ['everyone', 'known', 'none'] as const;
export type MessageSenders = (typeof MESSAGE_SENDERS)[number];

export const MUTE_KINDS = ['person', 'word', 'hashtag'] as const;
export type MuteKind = (typeof MUTE_KINDS)[number];

/** How long a mute lasts; `always` until it is undone. */
export const MUTE_DURATIONS = ['1-hour', '1-day', '7-days', 'always'] as const;
export type MuteDuration = (typeof MUTE_DURATIONS)[number];
export const DEFAULT_MUTE_DURATION: MuteDuration = 'always';

/** When a mute ends that begins now; null when it lasts until it is undone. `now` is in epoch milliseconds. */
export function muteEndsAt(duration: MuteDuration, now: number): number | null {
  return duration === 'always' ? null : now + LIFETIME_MS[duration];
}

export const REPORT_KINDS = ['crud', 'message', 'person'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
export const REPORT_REASONS = [
  'harassment',
  'threat',
  'private_life',
  'impersonation',
  'spam',
  'illegal',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What a person can be notified of by Web Push, each switched on by itself. */
export const PUSH_KINDS = ['messages', 'replies', 'mentions'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** The last characters of a complete export. */
export const EXPORT_END = '"complete":true}\n';

/** `cruddur-ann-2026-11-24.json` */
export function exportFileName(handle: string, at: Date): string {
  return `cruddur-${handle}-${at.toISOString().slice(0, 10)}.json`;
}
