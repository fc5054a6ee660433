import { UNSPACED } from './tokens.ts';

/** Marks that only add an accent or a vowel point to a letter. In other scripts, marks are letters of their own. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}])\p{Mn}+/gu;
const FINAL_SIGMA = /ς/gu;
/** Invisible characters could split a word. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u02b9\u05f3\u2032\u0060]/gu;
const HYPHENS = /[\p{Pd}\u2212]/gu;
const SPACES = /\p{White_Space}+/gu;

/**
 * The same text for all spellings that differ in case, accents, width, spaces, or kind of apostrophe or hyphen only: `Straße` and `STRASSE`, `Café` and `cafe`. For
 * comparisons, not for the screen.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      // The capital ẞ is SS in upper case only as ß.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(APOSTROPHES, "'")
      .replace(HYPHENS, '-')
      .replace(INVISIBLE, '')
      .replace(ACCENTS, '$1')
      .replace(FINAL_SIGMA, 'σ')
      .replace(SPACES, ' ')
      .trim()
      .normalize('NFC')
  );
}

const WORD_END = /[\p{L}\p{M}\p{N}_]$/u;
const WORD_START = /^[\p{L}\p{M}\p{N}_]/u;
const UNSPACED_END = new RegExp(`${UNSPACED}\\p{M}*$`, 'u');
const UNSPACED_START = new RegExp(`^${UNSPACED}`, 'u');

/** Whether a text contains a word or phrase as whole words. Both texts are folded. */
export function containsWord(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isWhole = isBoundary(text.slice(0, at), word) && isBoundary(word, text.slice(at + word.length));
    if (isWhole) return true;
  }
  return false;
}

/** Whether a word may end between two neighbouring texts. */
function isBoundary(before: string, after: string): boolean {
  if (!WORD_END.test(before) || !WORD_START.test(after)) return true;
  // A mark belongs to the letter before it.
  if (/^\p{M}/u.test(after)) return false;
  return UNSPACED_END.test(before) || UNSPACED_START.test(after);
}
