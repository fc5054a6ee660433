import type { Activity } from '@cruddur/shared';
import { useState } from 'react';
import { useSession } from '../base/session/session-react.tsx';
import { useUnexpired } from '../cruds/use-expiry.ts';

interface BufferedFeed {
  shown: readonly Activity[];
  newItems: readonly Activity[];
}

/**
 * Splits a list into the shown items and the buffered new ones: everything above the first known item, except the reader's own
 * cruds.
 * @param known the uuids that were shown when buffering began
 */
export function bufferNewItems(
  items: readonly Activity[],
  known: ReadonlySet<string>,
  ownId: string,
): BufferedFeed {
  const boundary = items.findIndex(({ uuid }) => known.has(uuid));
  if (boundary <= 0) return { shown: items, newItems: [] };
  const above = items.slice(0, boundary);
  const isOwn = ({ cognito_user_uuid }: Activity) => cognito_user_uuid === ownId;
  const newItems = above.filter((item) => !isOwn(item));
  return newItems.length === 0
    ? { shown: items, newItems }
    : { shown: [...above.filter(isOwn), ...items.slice(boundary)], newItems };
}

/**
 * Buffers the new cruds of others, so that no arrival moves a row. `showNewItems` shows the buffered ones, and buffers from there
 * on; so does a list of which no known item is left unexpired.
 * @param isBuffering false while everything is shown
 * @param list the list's identity, where one component shows several in turn
 */
export function useNewItemsBuffer(
  allItems: readonly Activity[],
  { isBuffering = true, list = '' }: { isBuffering?: boolean; list?: string },
): BufferedFeed & { showNewItems: () => void } {
  const items = useUnexpired(allItems);
  const ownId = useSession().person?.cognito_id ?? '';
  const [buffer, setBuffer] = useState<{ list: string; known: ReadonlySet<string> } | null>(null);
  const startBuffer = () => setBuffer({ list, known: new Set(items.map(({ uuid }) => uuid)) });
  const isCurrent = buffer?.list === list && items.some(({ uuid }) => buffer.known.has(uuid));
  if (isBuffering && !isCurrent && items.length > 0) startBuffer();
  if (!isBuffering && buffer) setBuffer(null);
  const feed = isCurrent ? bufferNewItems(items, buffer.known, ownId) : { shown: items, newItems: [] };
  return {
    shown: useUnchangedList(feed.shown),
    newItems: useUnchangedList(feed.newItems),
    showNewItems: startBuffer,
  };
}

/** Keeps the identity of a list while its items are the same, so that a buffered arrival renders the pill and not the rows. */
function useUnchangedList<T>(list: readonly T[]): readonly T[] {
  const [last, setLast] = useState(list);
  if (last === list) return list;
  if (last.length === list.length && last.every((item, index) => item === list[index])) return last;
  setLast(list);
  return list;
}
