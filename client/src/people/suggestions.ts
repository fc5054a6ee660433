import type { ShortUser } from '@cruddur/shared';

/** A partial mention or hashtag, with its range in the text. */
export interface TypedToken {
  sign: '@' | '#';
  /** Without the sign. */
  term: string;
  from: number;
  to: number;
}

/** Not within a word, mail address or path, as in the contract's patterns for complete ones. */
const BEFORE_CARET = /(?<![\p{L}\p{N}\p{M}_@#&/.])([@#])([\p{L}\p{N}\p{M}_]{1,100})$/u;
const WORD_CONTINUES = /^[\p{L}\p{N}\p{M}_]/u;

/** The partial mention or hashtag that ends at the caret; null when there is none. */
export function findTokenAt(text: string, caret: number): TypedToken | null {
  const [whole, sign, term] = BEFORE_CARET.exec(text.slice(0, caret)) ?? [];
  if (whole === undefined || term === undefined || WORD_CONTINUES.test(text.slice(caret))) return null;
  return { sign: sign === '@' ? '@' : '#', term, from: caret - whole.length, to: caret };
}

export type Suggestion =
  | { kind: 'person'; word: string; person: ShortUser }
  | { kind: 'hashtag'; word: string; count: number };

/** Finds completions of a partial mention or hashtag. Must keep its identity. */
export type FetchSuggestions = (token: Pick<TypedToken, 'sign' | 'term'>) => Promise<readonly Suggestion[]>;

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
