import { searchWordsOf, type SearchWord } from '@cruddur/shared';

/** PostgreSQL refuses parts of more than 2,046 bytes. */
const PART_MAX = 500;

/**
 * The words of a text as a tsvector. Not made by PostgreSQL's parser, which depends on the locale, has no letters of scripts without spaces, and keeps an
 * address in one piece. Parts of a word have neighbouring positions, and words have not.
 */
export function toTerms(text: string): string {
  const positions = new Map<string, number[]>();
  let position = 0;
  for (const word of searchWordsOf(text)) {
    position += 1;
    for (const part of word) {
      const key = quote(part);
      positions.set(key, [...(positions.get(key) ?? []), (position += 1)]);
    }
  }
  return [...positions].map(([part, at]) => `${part}:${at.join()}`).join(' ');
}

/** A tsquery of texts that have all words, the last one as a prefix. */
export const toTermsQuery = (words: readonly SearchWord[]): string =>
  `${words
    .map((word) => `(${word.map(quote).join(' <-> ')})`)
    .join(' & ')
    .slice(0, -1)}:*)`;

/** Words have no quotation marks. */
const quote = (part: string) => `'${part.slice(0, PART_MAX)}'`;
