const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;
const UNSTORABLE = /\p{Surrogate}|\0/u;
const HASHTAG = /(?<![\p{L}\p{N}_&/])#([\p{L}\p{N}_]{1,100})/gu;
const MENTION = /(?<![A-Za-z0-9_@/.])@([A-Za-z0-9_]{3,20})(?![A-Za-z0-9_])/g;

/** Unicode code points after NFC: the one way client and server count a text. */
export function countCharacters(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

/** True when nothing is left after trimming Unicode spaces and zero-width characters. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** False for text that no database column can hold: NUL, or half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** The hashtags of a text without their sign, in order, each once whatever its case. */
export function hashtagsOf(text: string): string[] {
  return uniqueByCase([...text.matchAll(HASHTAG)].map((match) => match[1] ?? ''));
}

/** The handles mentioned in a text, lower-cased, in order, each once. */
export function mentionsOf(text: string): string[] {
  return uniqueByCase([...text.matchAll(MENTION)].map((match) => (match[1] ?? '').toLowerCase()));
}

function uniqueByCase(words: string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const key = word.toLowerCase();
    return seen.has(key) ? false : seen.add(key);
  });
}
