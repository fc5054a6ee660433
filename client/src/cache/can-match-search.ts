/** False only if the server's search certainly does not match: it matches whole words, and prefixes for the last word. */
export function canMatchSearch(term: string, text: string): boolean {
  if (term.startsWith('@')) return false;
  const words = foldCase(term).match(/[\p{L}\p{N}_]+/gu) ?? [];
  const folded = foldCase(text);
  return words.length > 0 && words.every((word) => folded.includes(word));
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
