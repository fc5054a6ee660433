import { useSyncExternalStore } from 'react';
import { isWaiting, type OutboxItem } from './outbox-item.ts';
import type { Outbox } from './outbox.ts';
import { createRequiredContext } from '../../base/page/required-context.ts';

export const [OutboxContext, useOutbox] = createRequiredContext<Outbox>('OutboxContext');

/** The signed-in user's items, oldest first. */
export function useOutboxItems(): readonly OutboxItem[] {
  const { subscribe, getSnapshot } = useOutbox();
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

/** The numbers of cruds (with replies) and of messages that are still to be sent, without refused ones. */
export function useUnsentCounts(): { cruds: number; messages: number } {
  const waiting = useOutboxItems().filter(isWaiting);
  const messages = waiting.filter(({ act }) => act.kind === 'message').length;
  return { cruds: waiting.length - messages, messages };
}
