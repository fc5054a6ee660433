import type { ShortUser } from '@cruddur/shared';
import type { Suggestion } from '../crud/suggest.ts';
import type { TypedToken } from '../crud/typed-token.ts';

const normalizeForSearch = (text: string) => text.normalize('NFC').toLowerCase();

/** Whether the server's search would find the person: the letters begin the handle or a word of the name. */
export function matchesName({ handle, display_name }: ShortUser, letters: string): boolean {
  const prefix = normalizeForSearch(letters);
  return handle.startsWith(prefix) || ` ${normalizeForSearch(display_name)}`.includes(` ${prefix}`);
}

/** Whether a suggestion for fewer letters still fits the token. */
export function matchesToken(suggestion: Suggestion, { sign, term }: TypedToken): boolean {
  if (suggestion.kind === 'person') return sign === '@' && matchesName(suggestion.person, term);
  return sign === '#' && normalizeForSearch(suggestion.word).startsWith(normalizeForSearch(term));
}
