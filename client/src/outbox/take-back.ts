import { isWaiting } from './item.ts';
import type { OutboxStore } from './outbox-store.ts';

/** What never left is simply removed; what may have left is marked, and burned by the tab that sends. */
export async function takeBack(store: OutboxStore, place: number): Promise<boolean> {
  for (;;) {
    const item = await store.find(place);
    if (!item) return false;
    const isHere = item.attempts === 0 || !isWaiting(item);
    if (isHere ? await store.remove(item) : await store.replace(item, { unwanted: true })) return true;
  }
}
