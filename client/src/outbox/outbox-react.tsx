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
  return useSyncExternalStore(subscribe, getSnapshot);
}

/** How many things wait to be sent; what was refused does not. */
export function useWaitingCount(): number {
  return useOutboxItems().filter(isWaiting).length;
}
