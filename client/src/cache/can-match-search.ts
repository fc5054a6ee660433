/** False only where the search for this term certainly does not find this text: it finds whole words, and beginnings of the last. */
export function canMatchSearch(term: string, text: string): boolean {
  if (term.startsWith('@')) return false;
  const words = foldCase(term).match(/[\p{L}\p{N}_]+/gu) ?? [];
  const folded = foldCase(text);
  return words.length > 0 && words.every((word) => folded.includes(word));
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
