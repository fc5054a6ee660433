import type { ItemChange, NewItem, OutboxItem } from './outbox-item.ts';

/** The storage of items. Every change is a compare-and-set on the item's generation. */
export interface OutboxStore {
  /** A user's items in the order in which they were written. */
  all(sub: string): Promise<OutboxItem[]>;
  /**
   * Resolves once the item is stored. An item with the same row is kept and returned.
   * @param givenUp aborted when the caller no longer waits: then the item is not stored
   */
  add(item: NewItem, givenUp?: AbortSignal): Promise<OutboxItem>;
  /** The changed item, or null when it was changed by another tab or removed. */
  replace(item: OutboxItem, change: ItemChange): Promise<OutboxItem | null>;
  /** False when the item was changed by another tab or removed. */
  remove(item: OutboxItem): Promise<boolean>;
  find(place: number): Promise<OutboxItem | null>;
  /** Removes the items of one user. */
  forget(sub: string): Promise<void>;
  /** Removes the items of all other users. */
  keepOnly(sub: string): Promise<void>;
}

/** The storage as the outbox uses it: it tells which of its items can be changed at the moment. */
export interface OpenedStore extends OutboxStore {
  /** Whether the item's storage responds. */
  isReachable: (item: Pick<OutboxItem, 'place'>) => boolean;
}

/** Changes an item, and retries while other tabs change it. @param change null cancels */
export async function updateItem(
  store: OutboxStore,
  place: number,
  change: (item: OutboxItem) => ItemChange | null,
): Promise<OutboxItem | null> {
  for (;;) {
    const item = await store.find(place);
    const update = item && change(item);
    if (!update) return null;
    const changed = await store.replace(item, update);
    if (changed) return changed;
  }
}

/**
 * Removes an item that was never sent; marks one that may have been sent, so that the sending tab burns it.
 * @returns false when the item is not in the store
 */
export async function cancelStoredItem(store: OutboxStore, place: number): Promise<boolean> {
  for (;;) {
    const item = await store.find(place);
    if (!item) return false;
    // A refusal proves that the server does not have it. An item that became too old may have lost its last answer.
    const isUnsent = item.attempts === 0 || item.state === 'refused';
    if (isUnsent ? await store.remove(item) : await store.replace(item, toUnwanted(item))) return true;
  }
}

/** A stale item waits again, because only waiting items are processed. */
function toUnwanted({ state }: OutboxItem): ItemChange {
  return { unwanted: true, state: state === 'stale' ? 'queued' : state };
}
