import { createContext, useSyncExternalStore } from 'react';
import { isWaiting, type OutboxItem } from './outbox-item.ts';
import type { Outbox } from './outbox.ts';
import { useRequiredContext } from '../use-required-context.ts';

export const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  return useRequiredContext(OutboxContext, 'OutboxContext');
}

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
