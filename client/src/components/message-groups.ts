import type { DirectMessage } from '@cruddur/shared';
import { dayWords } from './date-words.ts';

/** How far an own message got; stale ones are not sent any more. */
export type MessageState = 'sending' | 'sent' | 'read' | 'failed' | 'stale';

export type Bubble = {
  message: DirectMessage;
  own: boolean;
  state: MessageState;
  /** Why it failed: codes or texts. */
  errors?: readonly string[];
};

/** It stays here until its person does something about it. */
export function isStuck({ state }: Bubble): boolean {
  return state === 'failed' || state === 'stale';
}

/** Messages of one person, close together; a failed one stands alone, with its way out below it. */
export type BubbleGroup = {
  key: string;
  /** The line above, where a day begins. */
  day: string | null;
  own: boolean;
  bubbles: readonly [Bubble, ...Bubble[]];
  /** The words about how far it got belong below the last own group, and below failures. */
  told: boolean;
};

const TOGETHER_MS = 5 * 60_000;

/** Groups messages, oldest first, by sender within five minutes and one day. `now` is in epoch milliseconds. */
export function groupBubbles(bubbles: readonly Bubble[], now: number): BubbleGroup[] {
  const groups: BubbleGroup[] = [];
  let before: { bubble: Bubble; day: string } | undefined;
  for (const bubble of bubbles) {
    const day = dayWords(bubble.message.created_at, now);
    const last = groups.at(-1);
    if (last && before?.day === day && belongs(bubble, before.bubble)) {
      groups[groups.length - 1] = { ...last, bubbles: [...last.bubbles, bubble] };
    } else {
      groups.push({
        key: bubble.message.uuid,
        day: before?.day === day ? null : day,
        own: bubble.own,
        bubbles: [bubble],
        told: isStuck(bubble),
      });
    }
    before = { bubble, day };
  }
  const lastOwn = groups.findLastIndex(({ own, told }) => own && !told);
  return groups.map((group, index) => (index === lastOwn ? { ...group, told: true } : group));
}

function belongs(bubble: Bubble, before: Bubble): boolean {
  if (bubble.message.handle !== before.message.handle) return false;
  if (isStuck(bubble) || isStuck(before)) return false;
  return Date.parse(bubble.message.created_at) - Date.parse(before.message.created_at) < TOGETHER_MS;
}
