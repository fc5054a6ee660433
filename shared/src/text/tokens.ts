/** A part of a message: plain text, a hashtag, a mention, or the address of a page. */
export type TextToken = { kind: 'text' | 'hashtag' | 'mention' | 'address'; text: string };

/** Scripts that put no spaces between words: a word may begin and end anywhere. */
export const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;

/** Ends at a backslash, which browsers read as a slash: `https://evil.example\@bank.example`. */
const HOST_PART = String.raw`https?:\/\/[^\s<>"'\\/?#]+`;
/** Marks of sentences in other scripts, and quotation marks. In an address they are encoded. */
const SENTENCE = String.raw`\p{Pi}\p{Pf}\u3000-\u3003\u3008-\u301f\u3030\u303d\uff01-\uff0f\uff1a-\uff1f\uff3b-\uff3d\uff5b-\uff65،؛؟۔।॥…`;
const ADDRESS = String.raw`${HOST_PART}(?:[/?#][^\s<>"\\${SENTENCE}]*)?`;
const MAIL = String.raw`[\p{L}\p{N}\p{M}_.+%-]+@[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+`;
const HASHTAG = String.raw`(?<![\p{L}\p{N}\p{M}_&/])#[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_]|[\u200c\u200d](?=[\p{L}\p{N}\p{M}_])){0,99}`;
/** Not behind a word of a script with spaces, nor in a path. */
const MENTION = String.raw`(?<![\p{N}_@/.]|(?!${UNSPACED})[\p{L}\p{M}])@[A-Za-z0-9_]{3,20}(?![A-Za-z0-9_])`;
const PATTERN = new RegExp(
  `(?<address>${ADDRESS})|(?<mail>${MAIL})|(?<hashtag>${HASHTAG})|(?<mention>${MENTION})`,
  'gu',
);
/** Punctuation of the sentence around an address. */
const TRAILING = /(?![/_#%&*@-])[\p{Po}\p{Pi}\p{Pf}\p{Pd}\p{Pe}\p{Ps}]$/u;
const OPENING: Partial<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Splits a message in order and without loss. What is inside of an address or of a mail address is neither a hashtag nor a mention.
 */
export function tokenize(message: string): TextToken[] {
  const tokens: TextToken[] = [];
  let done = 0;
  for (const { index, groups = {} } of message.matchAll(PATTERN)) {
    const token = toToken(groups);
    if (token === null) continue;
    if (index > done) tokens.push({ kind: 'text', text: message.slice(done, index) });
    tokens.push(token);
    done = index + token.text.length;
  }
  if (done < message.length) tokens.push({ kind: 'text', text: message.slice(done) });
  return tokens;
}

/** The hashtags of a text without their sign, in order, each once whatever its case. */
export function hashtagsOf(text: string): string[] {
  const seen = new Set<string>();
  const words = wordsOf(text, 'hashtag');
  return words.filter((word) => {
    const key = word.toLowerCase();
    return seen.has(key) ? false : seen.add(key);
  });
}

/** The handles mentioned in a text, lower-cased, in order, each once. */
export function mentionsOf(text: string): string[] {
  return [...new Set(wordsOf(text, 'mention').map((word) => word.toLowerCase()))];
}

/** Without their signs. */
const wordsOf = (message: string, kind: TextToken['kind']): string[] =>
  tokenize(message).flatMap((token) => (token.kind === kind ? [token.text.slice(1)] : []));

function toToken(groups: Partial<Record<string, string>>): TextToken | null {
  const { address, hashtag, mention } = groups;
  if (hashtag !== undefined) return { kind: 'hashtag', text: hashtag };
  if (mention !== undefined) return { kind: 'mention', text: mention };
  return address === undefined ? null : { kind: 'address', text: trimAddress(address) };
}

/** Removes characters of the sentence around an address: trailing punctuation, and brackets opened before it. */
function trimAddress(address: string): string {
  const last = address.at(-1) ?? '';
  const opening = OPENING[last];
  const isOwn = opening !== undefined && address.split(last).length <= address.split(opening).length;
  return TRAILING.test(last) && !isOwn ? trimAddress(address.slice(0, -1)) : address;
}
