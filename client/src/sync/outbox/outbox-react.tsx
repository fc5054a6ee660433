import { useSyncExternalStore } from 'react';
import type { OutboxItem } from './outbox-item.ts';
import type { Outbox } from './outbox.ts';
import { createRequiredContext } from '../../base/page/required-context.ts';

export const [OutboxContext, useOutbox] = createRequiredContext<Outbox>('OutboxContext');

/** The signed-in user's items, oldest first. */
export function useOutboxItems(): readonly OutboxItem[] {
  const { subscribe, getSnapshot } = useOutbox();
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}
