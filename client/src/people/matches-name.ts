import type { ShortUser } from '@cruddur/shared';
import type { Suggestion } from '../crud/suggest.ts';
import type { TypedToken } from '../crud/typed-token.ts';

const normalizeForSearch = (text: string) => text.normalize('NFC').toLowerCase();

/** Whether the search finds somebody by these letters: it looks for the beginning of a handle, or of a word of a name. */
export function matchesName({ handle, display_name }: ShortUser, letters: string): boolean {
  const wanted = normalizeForSearch(letters);
  return handle.startsWith(wanted) || ` ${normalizeForSearch(display_name)}`.includes(` ${wanted}`);
}

/** Whether what was suggested for fewer letters still is what the token may become. */
export function matchesToken(suggestion: Suggestion, { sign, term }: TypedToken): boolean {
  if (suggestion.kind === 'person') return sign === '@' && matchesName(suggestion.person, term);
  return sign === '#' && normalizeForSearch(suggestion.word).startsWith(normalizeForSearch(term));
}
