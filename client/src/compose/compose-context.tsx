import type { Activity } from '@cruddur/shared';
import { createContext } from 'react';
import type { CrudHandlers } from '../crud/crud-actions.tsx';
import type { Logger } from '../logger.ts';
import type { ToastInput } from '../ui/toasts.tsx';
import { useRequiredContext } from '../use-required-context.ts';

/** The actions on cruds that every screen offers. Every function keeps its identity. */
export interface ComposeContextValue {
  handlers: CrudHandlers;
  /** Burns the user's own crud after a confirmation, also an unsent one. */
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
