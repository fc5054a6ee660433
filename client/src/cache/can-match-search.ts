/**
 * False only if the server's search certainly does not match: it matches whole words, and prefixes for the last word, in the folding of
 * `foldText`. This one, which is small enough for the first load, also removes all marks and signs.
 */
export function canMatchSearch(term: string, text: string): boolean {
  if (term.startsWith('@')) return false;
  const words = term.split(/[^\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]+/u).map(foldRoughly);
  const folded = foldRoughly(text);
  return words.join('') !== '' && words.every((word) => folded.includes(word));
}

function foldRoughly(text: string): string {
  const folded = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().normalize('NFKD');
  return folded.replace(/[^\p{L}\p{N}]/gu, '').replaceAll('ς', 'σ');
}
