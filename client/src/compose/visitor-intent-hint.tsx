import { useState, useSyncExternalStore } from 'react';
import { parseIntent } from './parse-intent.ts';
import { readIntent, type VisitorIntent } from './visitor-intent.ts';

const TEXTS: Record<VisitorIntent['action'], string> = {
  like: 'Sign in to like this crud. We’ll add your like right after.',
  repost: 'Sign in to repost this crud. We’ll repost it right after.',
  reply: 'Sign in to reply to this crud.',
};

const subscribeToNothing = () => () => undefined;

/** Why a visitor was sent to the sign-in; nothing when there is no intent. The server's HTML has none. */
export function VisitorIntentHint() {
  const stored = useSyncExternalStore(subscribeToNothing, readIntent, () => null);
  const [now] = useState(Date.now);
  const intent = parseIntent(stored, now);
  return intent && <p className="lead">{TEXTS[intent.action]}</p>;
}
