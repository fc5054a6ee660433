/** A mention or hashtag that is being written, with its place in the text. */
export interface TypedToken {
  sign: '@' | '#';
  /** Without the sign. */
  term: string;
  from: number;
  to: number;
}

/** No word, address or path goes before it, as in the contract's patterns for whole ones. */
const BEFORE_CARET = /(?<![\p{L}\p{N}\p{M}_@#&/.])([@#])([\p{L}\p{N}\p{M}_]{1,100})$/u;
const WORD_CONTINUES = /^[\p{L}\p{N}\p{M}_]/u;

/** What stands right before the caret; null when that is no beginning of a mention or hashtag. */
export function findTokenAt(text: string, caret: number): TypedToken | null {
  const [whole, sign, term] = BEFORE_CARET.exec(text.slice(0, caret)) ?? [];
  if (whole === undefined || term === undefined || WORD_CONTINUES.test(text.slice(caret))) return null;
  return { sign: sign === '@' ? '@' : '#', term, from: caret - whole.length, to: caret };
}
