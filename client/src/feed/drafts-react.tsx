import { createContext, use, useMemo } from 'react';
import { useSession } from '../identity/session-react.tsx';
import type { Drafts, DraftSlot } from './drafts.ts';

export const DraftsContext = createContext<Drafts | null>(null);

export function useDrafts(): Drafts {
  const drafts = use(DraftsContext);
  if (!drafts) throw new Error('useDrafts needs a DraftsContext above it');
  return drafts;
}

/** Where the signed-in person's draft of one thing is kept; null for visitors. */
export function useDraftSlot(name: string): DraftSlot | null {
  const drafts = useDrafts();
  const { person } = useSession();
  const id = person?.cognito_id;
  return useMemo(() => (id === undefined ? null : drafts.slot(id, name)), [drafts, id, name]);
}
