import { createContext, useSyncExternalStore } from 'react';
import { isWaiting, type OutboxItem } from './outbox-item.ts';
import type { Outbox } from './outbox.ts';
import { useRequiredContext } from '../use-required-context.ts';

export const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  return useRequiredContext(OutboxContext, 'OutboxContext');
}

/** Everything of the signed-in person that the server does not have, oldest first. */
export function useOutboxItems(): readonly OutboxItem[] {
  const { subscribe, getSnapshot } = useOutbox();
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

/** How many cruds, with replies, and how many messages wait to be sent; what was refused does not. */
export function useUnsentCounts(): { cruds: number; messages: number } {
  const waiting = useOutboxItems().filter(isWaiting);
  const messages = waiting.filter(({ act }) => act.kind === 'message').length;
  return { cruds: waiting.length - messages, messages };
}
