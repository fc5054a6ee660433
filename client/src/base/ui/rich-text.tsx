import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { profilePath, searchPath } from '../paths.ts';
import { parseTextParts, type TextPart } from './parse-text-parts.ts';
import { shortenUrl } from './shorten-url.ts';

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
