import { createContext, use, useSyncExternalStore } from 'react';
import { isWaiting, type OutboxItem } from './item.ts';
import type { Outbox } from './outbox.ts';

export const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('useOutbox needs an OutboxContext above it');
  return outbox;
}

/** Everything of the signed-in person that the server does not have, oldest first. */
export function useOutboxItems(): readonly OutboxItem[] {
  const { subscribe, getSnapshot } = useOutbox();
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

/** How many cruds, with replies, and how many messages wait to be sent; what was refused does not. */
export function useWaiting(): { cruds: number; messages: number } {
  const waiting = useOutboxItems().filter(isWaiting);
  const messages = waiting.filter(({ act }) => act.kind === 'message').length;
  return { cruds: waiting.length - messages, messages };
}
