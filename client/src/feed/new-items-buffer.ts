import type { Activity } from '@cruddur/shared';
import { useState } from 'react';
import { useSession } from '../auth/session/session-react.tsx';

interface BufferedFeed {
  shown: Activity[];
  newItems: Activity[];
}

/**
 * Splits a list into the shown items and the buffered new ones: everything above the first known item, except the reader's own
 * cruds.
 * @param known the uuids that were shown when buffering began
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

/**
 * Buffers new cruds of a list while `isBuffering`. `showNewItems` shows the buffered ones, and buffers from there on.
 * @param list the list's identity, where one component shows several in turn
 */
export function useNewItemsBuffer(
  items: Activity[],
  isBuffering: boolean,
  list = '',
): BufferedFeed & { showNewItems: () => void } {
  const { person } = useSession();
  const [buffer, setBuffer] = useState<{ list: string; known: ReadonlySet<string> } | null>(null);
  const startBuffer = () => setBuffer({ list, known: new Set(items.map(({ uuid }) => uuid)) });
  const isCurrent = buffer?.list === list;
  if (isBuffering && !isCurrent && items.length > 0) startBuffer();
  if (!isBuffering && buffer) setBuffer(null);
  const feed = isCurrent
    ? bufferNewItems(items, buffer.known, person?.cognito_id ?? '')
    : { shown: items, newItems: [] };
  return { ...feed, showNewItems: startBuffer };
}
