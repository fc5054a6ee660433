import { tokenize, type TextToken } from '@cruddur/shared';

/**
 * A part of a message: plain text, or a link. A URL is shown with the host that it leads to, in ASCII: a Cyrillic letter in
 * `https://аpple.example` shows as `xn--pple-43d.example`, and `https://%61pple.example` as `apple.example`.
 */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'hashtag'; text: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'url'; text: string; shown: string };

/** Bidi controls reorder the shown URL, so that it would differ from its target; other control characters hide parts of it. */
const MISLEADING = /[\p{Bidi_Control}\p{Cc}]/u;
const HOST = /\/\/[^/?#]+/u;

/** Splits a message into text, hashtags, mentions and http(s) URLs, in order and without loss. */
export function parseTextParts(message: string): TextPart[] {
  return tokenize(message).map(toPart);
}

function toPart({ kind, text }: TextToken): TextPart {
  if (kind === 'mention') return { kind, text, handle: text.slice(1).toLowerCase() };
  return kind === 'address' ? toUrlPart(text) : { kind, text };
}

/** Text where a user stands before the host: `https://bank.example@evil.example` leads to the latter. */
function toUrlPart(text: string): TextPart {
  if (!URL.canParse(text) || MISLEADING.test(text)) return { kind: 'text', text };
  const { username, password, host } = new URL(text);
  if (username + password) return { kind: 'text', text };
  // By a function, because a host may contain `$&`.
  return { kind: 'url', text, shown: text.replace(HOST, () => `//${host}`) };
}
