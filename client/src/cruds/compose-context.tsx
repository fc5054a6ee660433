import type { Activity, Lifetime } from '@cruddur/shared';
import { createContext } from 'react';
import type { FetchSuggestions } from '../people/suggestions.ts';
import type { CrudHandlers } from './crud-actions.tsx';
import { createRequiredContext } from '../base/page/required-context.ts';

/** A refused crud or reply, whose text is edited and sent as another item. */
export interface RefusedItem {
  row: string;
  text: string;
  /** Undefined for a reply. */
  ttl?: Lifetime;
}

/** The actions on cruds that every screen offers. Every function keeps its identity. */
export interface ComposeContextValue {
  handlers: CrudHandlers;
  /** Burns the user's own crud after a confirmation, also an unsent one. */
  confirmBurn: (activity: Activity, onBurn?: () => void) => void;
  /** Opens the compose popup. */
  openComposer: () => void;
  /** Opens the popup with the text of a refused item. @param to the crud that a reply answers */
  editRefused: (item: RefusedItem, to?: Activity) => void;
}

export const [ComposeContext, useComposeContext] =
  createRequiredContext<ComposeContextValue>('ComposeContext');

/** Null where suggestions are off. */
export const SuggestionsContext = createContext<FetchSuggestions | null>(null);
