import type { ShortUser } from '@cruddur/shared';
import { createContext } from 'react';
import type { TypedToken } from './typed-token.ts';

export type Suggestion =
  | { kind: 'person'; word: string; person: ShortUser }
  | { kind: 'hashtag'; word: string; count: number };

/** Finds completions of a partial mention or hashtag. Must keep its identity. */
export type FetchSuggestions = (token: Pick<TypedToken, 'sign' | 'term'>) => Promise<readonly Suggestion[]>;

/** Null where suggestions are off. */
export const SuggestionsContext = createContext<FetchSuggestions | null>(null);
