import type { Activity } from '@cruddur/shared';

export interface BufferedFeed {
  shown: Activity[];
  newItems: Activity[];
}

/**
 * Parts what may be shown from what has to wait: everything above the first item that was shown when the list was held, but
 * the reader's own, which they want to see at once.
 * @param known the uuids that were shown then
 */
export function bufferNewItems(items: Activity[], known: ReadonlySet<string>, ownId: string): BufferedFeed {
  const boundary = items.findIndex(({ uuid }) => known.has(uuid));
  if (boundary <= 0) return { shown: items, newItems: [] };
  const above = items.slice(0, boundary);
  const isOwn = ({ cognito_user_uuid }: Activity) => cognito_user_uuid === ownId;
  const newItems = above.filter((item) => !isOwn(item));
  return newItems.length === 0
    ? { shown: items, newItems }
    : { shown: [...above.filter(isOwn), ...items.slice(boundary)], newItems };
}
