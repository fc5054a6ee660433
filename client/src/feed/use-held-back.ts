import type { Activity } from '@cruddur/shared';
import { useState } from 'react';
import { useSession } from '../identity/session-react.tsx';
import { holdBack, type Held } from './held-back.ts';

/**
 * Keeps new cruds out of a list while it is held. `release` shows them once, held or not.
 * @param list which one it is, where one place shows several in turn
 */
export function useHeldBack(items: Activity[], hold: boolean, list = ''): Held & { release: () => void } {
  const { person } = useSession();
  const [held, setHeld] = useState<{ list: string; known: ReadonlySet<string> } | null>(null);
  const keep = () => setHeld({ list, known: new Set(items.map(({ uuid }) => uuid)) });
  const isThis = held?.list === list;
  // Holding begins with what stands there at that moment.
  if (hold && !isThis && items.length > 0) keep();
  if (!hold && held) setHeld(null);
  const parted = isThis
    ? holdBack(items, held.known, person?.cognito_id ?? '')
    : { shown: items, waiting: [] };
  return { ...parted, release: keep };
}
