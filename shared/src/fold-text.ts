/** Marks that only add an accent or a vowel point to a letter. In other scripts, marks are letters of their own. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}])\p{Mn}+/gu;
const FINAL_SIGMA = /ς/gu;
/** Invisible characters could split a word. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const SPACES = /\p{White_Space}+/gu;

/**
 * The same text for all spellings that differ in case, accents, width or spaces only: `Straße` and `STRASSE`, `Café` and `cafe`. For
 * comparisons, not for the screen.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(ACCENTS, '$1')
    .replace(FINAL_SIGMA, 'σ')
    .replace(SPACES, ' ')
    .trim()
    .normalize('NFC');
}

const WORD_END = /[\p{L}\p{M}\p{N}_]$/u;
const WORD_START = /^[\p{L}\p{M}\p{N}_]/u;
/** Scripts that put no spaces between words: a word may begin and end anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/u;
const UNSPACED_END = new RegExp(`${UNSPACED.source}$`, 'u');
const UNSPACED_START = new RegExp(`^${UNSPACED.source}`, 'u');

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
