import { HASHTAG_PATTERN, MENTION_PATTERN } from '@cruddur/shared';

/**
 * A part of a message: plain text, or a link. A URL is shown with the host that it leads to, in ASCII: a Cyrillic letter in
 * `https://аpple.example` shows as `xn--pple-43d.example`, and `https://%61pple.example` as `apple.example`.
 */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'hashtag'; text: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'url'; text: string; shown: string };

/** Ends at a backslash, which browsers read as a slash: `https://evil.example\@bank.example`. */
const ADDRESS = String.raw`https?:\/\/(?!\/)[^\s<>"'\\]+`;
const LINK_PATTERN = new RegExp(
  `(?<address>${ADDRESS})|(?<hashtag>${HASHTAG_PATTERN})|(?<mention>${MENTION_PATTERN})`,
  'gu',
);
/** Bidi controls reorder the shown URL, so that it would differ from its target; other control characters hide parts of it. */
const MISLEADING = /[\p{Bidi_Control}\p{Cc}]/u;
const HOST = /\/\/[^/?#]+/u;
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
  return toUrlPart(trimUrl(address ?? ''));
}

/** Null for a URL with a user before its host: `https://bank.example@evil.example` leads to the latter. */
function toUrlPart(text: string): TextPart | null {
  if (!URL.canParse(text) || MISLEADING.test(text)) return null;
  const { username, password, host } = new URL(text);
  // By a function, because a host may contain `$&`.
  return username + password ? null : { kind: 'url', text, shown: text.replace(HOST, () => `//${host}`) };
}

/** Removes characters of the sentence around the URL: trailing punctuation, and brackets opened before it. */
function trimUrl(address: string): string {
  const last = address.at(-1) ?? '';
  const isForeign = address.split(last).length > address.split(OPENING[last] ?? last).length;
  return isForeign || TRAILING.test(last) ? trimUrl(address.slice(0, -1)) : address;
}
