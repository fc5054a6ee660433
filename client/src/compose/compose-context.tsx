import type { Activity } from '@cruddur/shared';
import { createContext } from 'react';
import type { CrudHandlers } from '../crud/crud-actions.tsx';
import type { Logger } from '../logger.ts';
import type { ToastInput } from '../app/use-toasts.ts';
import { useRequiredContext } from '../use-required-context.ts';

/** What a person can do with cruds from anywhere on the page. Every function keeps its identity. */
export interface ComposeContextValue {
  handlers: CrudHandlers;
  /** Asks, and burns one's own crud then, also one that is not sent yet. */
  confirmBurn: (activity: Activity, onBurn?: () => void) => void;
  /** Opens the compose popup. */
  openComposer: () => void;
  showToast: (toast: ToastInput) => void;
  logger: Logger;
}

export const ComposeContext = createContext<ComposeContextValue | null>(null);

export function useComposeContext(): ComposeContextValue {
  return useRequiredContext(ComposeContext, 'ComposeProvider');
}
