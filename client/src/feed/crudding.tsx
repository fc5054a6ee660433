import type { Activity } from '@cruddur/shared';
import { createContext, use } from 'react';
import type { CrudHandlers } from '../components/crud-actions.tsx';
import type { Logger } from '../logger.ts';
import type { ToastWords } from './use-toasts.ts';

/** What a person can do with cruds from anywhere on the page. Every function keeps its identity. */
export interface Crudding {
  handlers: CrudHandlers;
  /** Asks, and burns one's own crud then, also one that is not sent yet. */
  burn: (activity: Activity, onBurn?: () => void) => void;
  /** Opens the compose popup. */
  compose: () => void;
  say: (news: ToastWords) => void;
  logger: Logger;
}

export const CruddingContext = createContext<Crudding | null>(null);

export function useCrudding(): Crudding {
  const crudding = use(CruddingContext);
  if (!crudding) throw new Error('useCrudding needs a CruddingProvider above it');
  return crudding;
}
