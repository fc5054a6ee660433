import type { Lifetime } from './limits.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A short duration: more than 24 hours in days, 1 to 24 hours in hours, less in minutes, below one in seconds; always rounded
 * down.
 * @param ms the duration; below zero counts as zero
 * @returns for example `6d`, `24h`, `42s`
 */
export function formatDuration(ms: number): string {
  const span = Math.max(0, ms);
  if (span > DAY) return `${Math.floor(span / DAY)}d`;
  if (span >= HOUR) return `${Math.floor(span / HOUR)}h`;
  if (span >= MINUTE) return `${Math.floor(span / MINUTE)}m`;
  return `${Math.floor(span / SECOND)}s`;
}

/** The time since a creation, as `2m`; `now` in the first minute. `now` is in epoch milliseconds by the server's clock. */
export function formatAge(createdAt: string, now: number): string {
  const age = now - Date.parse(createdAt);
  return age < MINUTE ? 'now' : formatDuration(age);
}

/** The time until an expiry, as `6d`; `42s` in its last minute. `now` is in epoch milliseconds by the server's clock. */
export function formatTimeLeft(expiresAt: string, now: number): string {
  return formatDuration(Date.parse(expiresAt) - now);
}

const UNITS: Readonly<Record<string, string>> = { d: 'day', h: 'hour', m: 'minute' };

/** The same duration for screen readers: `6 days`, `1 hour`. */
export function formatSpokenDuration(ms: number): string {
  const short = formatDuration(ms);
  const amount = Number.parseInt(short, 10);
  const unit = UNITS[short.slice(-1)] ?? 'second';
  return amount === 1 ? `1 ${unit}` : `${amount} ${unit}s`;
}

/** A lifetime as a label: `7-days` becomes `7 days`. */
export function lifetimeLabel(lifetime: Lifetime): string {
  return lifetime.replace('-', ' ');
}

/** True from the very millisecond of the expiry. `null` never expires. `now` is in epoch milliseconds by the server's clock. */
export function isExpired(expiresAt: string | null | undefined, now: number): boolean {
  return expiresAt != null && Date.parse(expiresAt) <= now;
}
