import type { ItemChange, NewItem, OutboxItem } from './outbox-item.ts';

/** Where items are kept. Every change is a compare-and-set on the item's generation. */
export interface OutboxStore {
  /** A person's items in the order in which they were written. */
  all(sub: string): Promise<OutboxItem[]>;
  /**
   * Settles once it is stored. An operation that is there already stays as it is.
   * @param givenUp aborted when nobody waits for it any more: then it is not stored
   */
  add(item: NewItem, givenUp?: AbortSignal): Promise<OutboxItem>;
  /** The changed item, or null when somebody else was faster or it is gone. */
  replace(item: OutboxItem, change: ItemChange): Promise<OutboxItem | null>;
  /** False when somebody else was faster or it is gone. */
  remove(item: OutboxItem): Promise<boolean>;
  find(place: number): Promise<OutboxItem | null>;
  forget(sub: string): Promise<void>;
  /** Forgets what everybody else has left here. */
  keepOnly(sub: string): Promise<void>;
}

/** Changes an item as it now stands, until nobody else was faster. @param change null for a change no longer wanted */
export async function updateItem(
  store: OutboxStore,
  place: number,
  change: (item: OutboxItem) => ItemChange | null,
): Promise<OutboxItem | null> {
  for (;;) {
    const item = await store.find(place);
    const wanted = item && change(item);
    if (!wanted) return null;
    const changed = await store.replace(item, wanted);
    if (changed) return changed;
  }
}
