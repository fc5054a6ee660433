import { useMemo, useState } from 'react';
import { isStuck, type Bubble } from '../../message/message-groups.ts';

const NONE: readonly Bubble[] = [];

/**
 * The pending messages, and those that the server accepted before the messages of the conversation are loaded: the first ones have
 * just created it.
 */
export function useUnloadedBubbles(pending: readonly Bubble[], isLoaded: boolean): readonly Bubble[] {
  const [last, setLast] = useState({ pending, accepted: NONE });
  if (last.pending !== pending) {
    const ids = new Set(pending.map(({ message }) => message.uuid));
    const accepted = last.pending.filter((bubble) => !isStuck(bubble) && !ids.has(bubble.message.uuid));
    setLast({ pending, accepted: isLoaded ? NONE : [...last.accepted, ...accepted] });
  }
  const { accepted } = last;
  return useMemo(() => (isLoaded ? pending : [...accepted, ...pending]), [isLoaded, accepted, pending]);
}
