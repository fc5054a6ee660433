/** The longest text of a URL in a list, unless its host alone is longer: a host is never cut, because it says where a link leads. */
const MAX_CHARACTERS = 30;

/** A URL in three parts: only the middle one is shown. */
export type ShortUrl = { before: string; shown: string; after: string };

/**
 * A URL with an ASCII host, shown without scheme, `www.` and a lone slash, cut after its host to at most 30 characters:
 * `example.com/a/long/path`.
 */
export function shortenUrl(url: string): ShortUrl {
  const [before = ''] = /^https?:\/\/(?:www\.)?/u.exec(url) ?? [];
  const text = url.slice(before.length);
  if (/^[^/?#]+\/$/u.test(text)) return { before, shown: text.slice(0, -1), after: '/' };
  const letters = Array.from(text);
  if (letters.length <= MAX_CHARACTERS) return { before, shown: text, after: '' };
  const shown = letters.slice(0, Math.max(text.search(/[/?#]|$/u), MAX_CHARACTERS - 1)).join('');
  return { before, shown, after: text.slice(shown.length) };
}
