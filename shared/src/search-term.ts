/** The longest term of a search, in code points, and how many different words it may have. */
export const SEARCH_TERM_MAX = 100;
export const SEARCH_WORDS_MAX = 10;

/** The different words of a term in order; the last one may be the beginning of a word. */
export function wordsOfTerm(term: string): string[] {
  const words = term.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
}
