import { Link } from 'react-router-dom';
import { profilePath, searchPath } from '../paths.ts';
import { parseTextParts, type TextPart } from './parse-text-parts.ts';
import { shortenUrl } from './shorten-url.ts';

/**
 * A message with hashtags, mentions and URLs as links, each with its own text direction. The parent's style keeps line breaks.
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
      return (
        <Link className="link" dir="auto" to={searchPath(part.text)}>
          {part.text}
        </Link>
      );
    case 'mention':
      return (
        <Link className="link" dir="auto" to={profilePath(part.handle)}>
          {part.text}
        </Link>
      );
    case 'url':
      return (
        <a
          className="link"
          dir="auto"
          href={part.href}
          title={full ? undefined : part.href}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
        >
          {full ? part.text : shortenUrl(part.text)}
        </a>
      );
  }
}
