import { isWaiting } from './outbox-item.ts';
import type { OutboxStore } from './outbox-store.ts';

/** What never left is simply removed; what may have left is marked, and burned by the tab that sends. */
export async function cancelItem(store: OutboxStore, place: number): Promise<boolean> {
  for (;;) {
    const item = await store.find(place);
    if (!item) return false;
    const isUnsent = item.attempts === 0 || !isWaiting(item);
    if (isUnsent ? await store.remove(item) : await store.replace(item, { unwanted: true })) return true;
  }
}
