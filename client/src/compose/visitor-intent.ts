import { sessionItems } from '../browser-storage.ts';

/** What a visitor wanted to do to a crud when the sign-in came between. A like or repost is set after it. */
export type VisitorIntent = { action: 'like' | 'repost' | 'reply'; uuid: string };

/** In the tab's own storage. Only a press on this page writes it: no link may make a member like a crud. */
const KEY = 'visitor-intent';

export function saveIntent(intent: VisitorIntent): void {
  sessionItems.setItem(KEY, JSON.stringify({ ...intent, at: Date.now() }));
}

/** The last intent as it is stored; `parse-intent` checks it. */
export function readIntent(): string | null {
  return sessionItems.getItem(KEY);
}

export function forgetIntent(): void {
  sessionItems.removeItem(KEY);
}
