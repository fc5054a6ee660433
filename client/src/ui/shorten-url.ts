/** The longest text of a URL in a list, unless its host alone is longer: a host is never cut, because it says where a link leads. */
const MAX_CHARACTERS = 30;

/** A URL with an ASCII host, without scheme, `www.` and a lone slash, cut after its host to at most 30 characters: `example.com/a/long/path…`. */
export function shortenUrl(url: string): string {
  const text = url.replace(/^https?:\/\/(?:www\.)?/u, '').replace(/^([^/?#]+)\/$/u, '$1');
  const letters = Array.from(text);
  if (letters.length <= MAX_CHARACTERS) return text;
  const hostLength = text.search(/[/?#]|$/u);
  return `${letters.slice(0, Math.max(hostLength, MAX_CHARACTERS - 1)).join('')}…`;
}
