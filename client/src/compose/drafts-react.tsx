import { createContext } from 'react';
import type { Drafts } from './drafts.ts';
import { useRequiredContext } from '../use-required-context.ts';

export const DraftsContext = createContext<Drafts | null>(null);

export function useDrafts(): Drafts {
  return useRequiredContext(DraftsContext, 'DraftsContext');
}
