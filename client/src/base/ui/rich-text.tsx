import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { profilePath, searchPath } from '../paths.ts';
import { parseTextParts, type TextPart } from './parse-text-parts.ts';

/**
 * A message with hashtags, mentions and URLs as links, each with its own text direction: left to right for a URL, which then
 * starts with its host. The parent's style keeps line breaks.
 * @param full shows URLs in full; otherwise long ones are shortened, and full on hover
 */
export function RichText({ text, full = false }: { text: string; full?: boolean }) {
  return parseTextParts(text).map((part, index) => <Part key={index} part={part} full={full} />);
}

function Part({ part, full }: { part: TextPart; full: boolean }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'hashtag':
    case 'mention':
      return (
        <Link
          className="link"
          dir="auto"
          to={part.kind === 'hashtag' ? searchPath(part.text) : profilePath(part.handle)}
        >
          {part.text}
        </Link>
      );
    case 'url':
      return <UrlLink url={part.text} text={part.shown} full={full} />;
  }
}

/** What a shortened text does not show stays in it, so that a copy has the whole address. */
function UrlLink({ url, text, full }: { url: string; text: string; full: boolean }) {
  const { before, shown, after } = full ? { before: '', shown: text, after: '' } : shortenUrl(text);
  return (
    <a
      className={clsx('link', after !== '' && after !== '/' && 'cut')}
      dir="ltr"
      href={url}
      title={full ? undefined : text}
      target="_blank"
      rel="noreferrer nofollow ugc"
    >
      {before && <span className="uncut">{before}</span>}
      <span>{shown}</span>
      {after && <span className="uncut">{after}</span>}
    </a>
  );
}

/** A message as lists show it, with short URLs. */
export function shortenUrls(text: string): string {
  return parseTextParts(text)
    .map((part) => (part.kind === 'url' ? shortenUrl(part.shown).shown : part.text))
    .join('');
}

/** The longest text of a URL in a list, unless its host alone is longer: a host is never cut, because it says where a link leads. */
const MAX_CHARACTERS = 30;

/** A URL in three parts: only the middle one is shown. */
type ShortUrl = { before: string; shown: string; after: string };

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
