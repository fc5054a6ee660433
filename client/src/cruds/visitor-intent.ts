import type { VisitorIntent } from './visitor-intent.ts';

/** Long enough for a sign-up with the code from a mail. */
const INTENT_MAX_AGE_MS = 30 * 60_000;
const UUID = /^[0-9a-f-]{36}$/u;

/** Null for anything but a stored intent that is recent. @param now epoch milliseconds */
export function parseIntent(stored: string | null, now: number): VisitorIntent | null {
  try {
    const { action, uuid, at } = JSON.parse(stored ?? '') as Partial<Record<string, unknown>>;
    const isAction = action === 'like' || action === 'repost' || action === 'reply';
    if (!isAction || typeof uuid !== 'string' || !UUID.test(uuid) || typeof at !== 'number') return null;
    return now - at > INTENT_MAX_AGE_MS ? null : { action, uuid };
  } catch {
    return null;
  }
}
