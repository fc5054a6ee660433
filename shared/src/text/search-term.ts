import { foldText } from './folding.ts';
import { UNSPACED } from './tokens.ts';

/** A folded word, in parts that follow each other: the letters of a script without spaces, or a whole word of another script. */
export type SearchWord = readonly string[];

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const PART = new RegExp(`${UNSPACED}\\p{M}*|(?:(?!${UNSPACED})[\\p{L}\\p{M}\\p{N}_])+`, 'gu');

/** The words of a text in order. A search finds a text by its words, and inside words of a script without spaces. */
export function searchWordsOf(text: string): SearchWord[] {
  return (foldText(text).match(WORD) ?? []).map((word) => word.match(PART) ?? []);
}

/** The different words of a term in order; the last one may be the beginning of a word. */
export function wordsOfTerm(term: string): SearchWord[] {
  return [...new Map(searchWordsOf(term).map((word) => [word.join(''), word])).values()];
}
