import { HASHTAG_PATTERN, MENTION_PATTERN } from '@cruddur/shared';

/** A piece of a message: plain words, or something that leads somewhere. */
export type TextPart =
  | { kind: 'words'; text: string }
  | { kind: 'hashtag'; text: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'address'; text: string; href: string };

const ADDRESS = String.raw`https?:\/\/[^\s<>"']+`;
const LINKED = new RegExp(
  `(?<address>${ADDRESS})|(?<hashtag>${HASHTAG_PATTERN})|(?<mention>${MENTION_PATTERN})`,
  'gu',
);
const TRAILING = /[.,;:!?'"…]$/u;
const OPENING: Partial<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Splits a message into words, hashtags, mentions and http(s) addresses, in order and without loss. */
export function textParts(message: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of message.matchAll(LINKED)) {
    const part = linkOf(match.groups ?? {});
    if (part === null) continue;
    if (match.index > done) parts.push({ kind: 'words', text: message.slice(done, match.index) });
    parts.push(part);
    done = match.index + part.text.length;
  }
  if (done < message.length) parts.push({ kind: 'words', text: message.slice(done) });
  return parts;
}

function linkOf({ address, hashtag, mention }: Partial<Record<string, string>>): TextPart | null {
  if (hashtag !== undefined) return { kind: 'hashtag', text: hashtag };
  if (mention !== undefined)
    return { kind: 'mention', text: mention, handle: mention.slice(1).toLowerCase() };
  const text = trimmed(address ?? '');
  return URL.canParse(text) ? { kind: 'address', text, href: text } : null;
}

/** Without what belongs to the sentence around it: marks at its end, and brackets that were opened before it. */
function trimmed(address: string): string {
  const last = address.at(-1) ?? '';
  const opening = OPENING[last];
  const foreign = opening !== undefined && address.split(last).length > address.split(opening).length;
  return foreign || TRAILING.test(last) ? trimmed(address.slice(0, -1)) : address;
}
