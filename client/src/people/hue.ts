/** White text has a contrast of at least 6.5 : 1 on each. */
const HUES = [
  '#4c1d84',
  '#0f6a5c',
  '#8a2f55',
  '#31409c',
  '#7a4a0c',
  '#1d5f8a',
  '#7b2f9c',
  '#43631a',
] as const;

/** FNV-1a over code points, as an unsigned 32-bit number. */
export function hashText(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
}

/** One of eight hues, chosen by the handle. */
export function pickHue(handle: string): string {
  return HUES[hashText(handle.toLowerCase()) % HUES.length] ?? HUES[0];
}

/** First letters of the first and last word of a name; of the handle when the name has no letter. */
export function initialsOf(name: string, handle: string): string {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = words[0] ?? handle;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return [first, last]
    .map((word) => /^./su.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
}
