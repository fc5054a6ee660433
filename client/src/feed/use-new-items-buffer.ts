import type { Activity } from '@cruddur/shared';
import { useState } from 'react';
import { useSession } from '../auth/session/session-react.tsx';
import { bufferNewItems, type BufferedFeed } from './new-items-buffer.ts';

/**
 * Keeps new cruds out of a list while it is held. `release` shows them once, held or not.
 * @param list which one it is, where one place shows several in turn
 */
export function useNewItemsBuffer(
  items: Activity[],
  isBuffering: boolean,
  list = '',
): BufferedFeed & { showNewItems: () => void } {
  const { person } = useSession();
  const [buffered, setBuffered] = useState<{ list: string; known: ReadonlySet<string> } | null>(null);
  const startBuffer = () => setBuffered({ list, known: new Set(items.map(({ uuid }) => uuid)) });
  const isThis = buffered?.list === list;
  // Holding begins with what stands there at that moment.
  if (isBuffering && !isThis && items.length > 0) startBuffer();
  if (!isBuffering && buffered) setBuffered(null);
  const buffer = isThis
    ? bufferNewItems(items, buffered.known, person?.cognito_id ?? '')
    : { shown: items, newItems: [] };
  return { ...buffer, showNewItems: startBuffer };
}
