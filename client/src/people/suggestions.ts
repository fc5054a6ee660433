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
