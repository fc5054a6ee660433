import { foldText, wordsOfTerm } from '@cruddur/shared';

/** False only if the server's search certainly does not match: it matches whole words, and prefixes for the last word. */
export function canMatchSearch(term: string, text: string): boolean {
  if (term.startsWith('@')) return false;
  const words = wordsOfTerm(term);
  const folded = foldText(text);
  return words.length > 0 && words.every((word) => folded.includes(word.join('')));
}
