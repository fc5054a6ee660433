import type { ShortUser } from '@cruddur/shared';
import type { Suggestion } from './suggest.ts';
import type { TypedToken } from './typed-token.ts';

const folded = (text: string) => text.normalize('NFC').toLowerCase();

/** Whether the search finds somebody by these letters: it looks for the beginning of a handle, or of a word of a name. */
export function isFoundBy({ handle, display_name }: ShortUser, letters: string): boolean {
  const wanted = folded(letters);
  return handle.startsWith(wanted) || ` ${folded(display_name)}`.includes(` ${wanted}`);
}

/** Whether what was suggested for fewer letters still is what the token may become. */
export function isStillMeant(suggestion: Suggestion, { sign, term }: TypedToken): boolean {
  if (suggestion.kind === 'person') return sign === '@' && isFoundBy(suggestion.person, term);
  return sign === '#' && folded(suggestion.word).startsWith(folded(term));
}
