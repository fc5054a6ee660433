import { createContext, useMemo } from 'react';
import { useSession } from '../auth/session/session-react.tsx';
import type { Drafts, DraftSlot } from './drafts.ts';
import { useRequiredContext } from '../use-required-context.ts';

export const DraftsContext = createContext<Drafts | null>(null);

export function useDrafts(): Drafts {
  return useRequiredContext(DraftsContext, 'DraftsContext');
}

/** The signed-in user's draft of this name; null for visitors. */
export function useDraftSlot(name: string): DraftSlot | null {
  const drafts = useDrafts();
  const { person } = useSession();
  const id = person?.cognito_id;
  return useMemo(() => (id === undefined ? null : drafts.slot(id, name)), [drafts, id, name]);
}
