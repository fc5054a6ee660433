const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;
const UNSTORABLE = /\p{Surrogate}|\0/u;
/** Sources of regular expressions with the flag `u`: the sign and its word, unless a word, path or address precedes them. */
export const HASHTAG_PATTERN = String.raw`(?<![\p{L}\p{N}\p{M}_&/])#[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]{0,99}`;
export const MENTION_PATTERN = String.raw`(?<![A-Za-z0-9_@/.])@[A-Za-z0-9_]{3,20}(?![A-Za-z0-9_])`;

const HASHTAGS = new RegExp(HASHTAG_PATTERN, 'gu');
const MENTIONS = new RegExp(MENTION_PATTERN, 'gu');

/** The length in Unicode code points after NFC, as client and server both count it. */
export function countCharacters(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

/** True for text of Unicode spaces and zero-width characters only. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** False for text that PostgreSQL cannot store: NUL, or half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** The hashtags of a text without their sign, in order, each once whatever its case. */
export function hashtagsOf(text: string): string[] {
  return uniqueByCase(findMatches(text, HASHTAGS));
}

/** The handles mentioned in a text, lower-cased, in order, each once. */
export function mentionsOf(text: string): string[] {
  return uniqueByCase(findMatches(text, MENTIONS).map((word) => word.toLowerCase()));
}

/** @param pattern with the flag `g` */
function findMatches(text: string, pattern: RegExp): string[] {
  return (text.match(pattern) ?? []).map((match) => match.slice(1));
}

function uniqueByCase(words: string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const key = word.toLowerCase();
    return seen.has(key) ? false : seen.add(key);
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
