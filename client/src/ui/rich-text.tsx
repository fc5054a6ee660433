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
      return (
        <a
          className="link"
          dir="ltr"
          href={part.text}
          title={full ? undefined : part.shown}
          target="_blank"
          rel="noreferrer nofollow ugc"
        >
          {full ? part.shown : shortenUrl(part.shown)}
        </a>
      );
  }
}
