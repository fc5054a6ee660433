import { HASHTAG_PATTERN, MENTION_PATTERN } from '@cruddur/shared';

/** A part of a message: plain text, or a link. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'hashtag'; text: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'url'; text: string; href: string };

const ADDRESS = String.raw`https?:\/\/[^\s<>"']+`;
const LINK_PATTERN = new RegExp(
  `(?<address>${ADDRESS})|(?<hashtag>${HASHTAG_PATTERN})|(?<mention>${MENTION_PATTERN})`,
  'gu',
);
/** Bidi controls reorder the shown URL, so that it would differ from its target; other control characters hide parts of it. */
const MISLEADING = /[\p{Bidi_Control}\p{Cc}]/u;
const TRAILING = /[.,;:!?'"…]$/u;
const OPENING: Partial<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Splits a message into text, hashtags, mentions and http(s) URLs, in order and without loss. */
export function parseTextParts(message: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of message.matchAll(LINK_PATTERN)) {
    const part = toLinkPart(match.groups ?? {});
    if (part === null) continue;
    if (match.index > done) parts.push({ kind: 'text', text: message.slice(done, match.index) });
    parts.push(part);
    done = match.index + part.text.length;
  }
  if (done < message.length) parts.push({ kind: 'text', text: message.slice(done) });
  return parts;
}

function toLinkPart({ address, hashtag, mention }: Partial<Record<string, string>>): TextPart | null {
  if (hashtag !== undefined) return { kind: 'hashtag', text: hashtag };
  if (mention !== undefined)
    return { kind: 'mention', text: mention, handle: mention.slice(1).toLowerCase() };
  const text = trimUrl(address ?? '');
  return isSafeUrl(text) ? { kind: 'url', text, href: text } : null;
}

/** False for a URL with a user before its host: `https://bank.example@evil.example` leads to the latter. */
function isSafeUrl(address: string): boolean {
  if (!URL.canParse(address) || MISLEADING.test(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

/** Removes characters of the sentence around the URL: trailing punctuation, and brackets opened before it. */
function trimUrl(address: string): string {
  const last = address.at(-1) ?? '';
  const opening = OPENING[last];
  const foreign = opening !== undefined && address.split(last).length > address.split(opening).length;
  return foreign || TRAILING.test(last) ? trimUrl(address.slice(0, -1)) : address;
}
