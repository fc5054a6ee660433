import type { Activity } from '@cruddur/shared';
import { useState } from 'react';
import { useSession } from '../identity/session-react.tsx';
import { holdBack, type Held } from './held-back.ts';

/** Keeps new cruds out of a list while it is held. `release` shows them once, held or not. */
export function useHeldBack(items: Activity[], hold: boolean): Held & { release: () => void } {
  const { person } = useSession();
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  const uuids = () => new Set(items.map(({ uuid }) => uuid));
  // Holding begins with what stands there at that moment.
  if (hold && !known && items.length > 0) setKnown(uuids());
  if (!hold && known) setKnown(null);
  const held = known ? holdBack(items, known, person?.cognito_id ?? '') : { shown: items, waiting: [] };
  return { ...held, release: () => setKnown(uuids()) };
}
