import { Link } from 'react-router-dom';
import { profilePath, searchPath } from '../paths.ts';
import { parseTextParts, type TextPart } from './parse-text-parts.ts';

/**
 * A message with hashtags, mentions and URLs as links, each with its own text direction. The parent's style keeps line breaks.
 */
export function RichText({ text }: { text: string }) {
  return parseTextParts(text).map((part, index) => <Part key={index} part={part} />);
}

function Part({ part }: { part: TextPart }) {
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
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
        >
          {part.text}
        </a>
      );
  }
}
