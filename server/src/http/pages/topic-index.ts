/** Finds items by their topics. */
export interface TopicIndex<Topic, Item> {
  add(item: Item, topics: Iterable<Topic>): void;
  remove(item: Item, topics: Iterable<Topic>): void;
  /** @param topics `all` finds every item */
  find(topics: Iterable<Topic> | 'all'): Set<Item>;
}

export function createTopicIndex<Topic, Item>(): TopicIndex<Topic, Item> {
  const itemsOf = new Map<Topic, Set<Item>>();
  return {
    add(item, topics) {
      for (const topic of topics) {
        const items = itemsOf.get(topic);
        if (items) items.add(item);
        else itemsOf.set(topic, new Set([item]));
      }
    },
    remove(item, topics) {
      for (const topic of topics) {
        const items = itemsOf.get(topic);
        items?.delete(item);
        if (items?.size === 0) itemsOf.delete(topic);
      }
    },
    find(topics) {
      const sets =
        topics === 'all' ? [...itemsOf.values()] : [...topics].map((topic) => itemsOf.get(topic) ?? []);
      return new Set(sets.flatMap((items) => [...items]));
    },
  };
}
