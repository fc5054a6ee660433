import { sessionItems } from '../base/browser-storage.ts';

/** What a visitor wanted to do to a crud when the sign-in came between. A like or repost is set after it. */
export type VisitorIntent = { action: 'like' | 'repost' | 'reply'; uuid: string };

/** In the tab's own storage. Only a press on this page writes it: no link may make a member like a crud. */
const KEY = 'visitor-intent';

export function saveIntent(intent: VisitorIntent): void {
  sessionItems.setItem(KEY, JSON.stringify({ ...intent, at: Date.now() }));
}

/** The last intent as it is stored; `parseIntent` checks it. */
export function readIntent(): string | null {
  return sessionItems.getItem(KEY);
}

export function forgetIntent(): void {
  sessionItems.removeItem(KEY);
}

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
