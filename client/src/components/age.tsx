import { ageText, spokenSpan } from '@cruddur/shared';
import { useNow } from './clock.tsx';
import { fullDate } from './date-words.ts';

type Props = {
  /** ISO time. */
  at: string;
  /** Adds the word that a lone age needs: `9h ago`. */
  ago?: boolean;
};

/** How old something is, as `2m`; the full local time on hover, and whole words for ears. */
export function Age({ at, ago = false }: Props) {
  const now = useNow();
  return (
    <time dateTime={at} title={fullDate(at)}>
      <span aria-hidden="true">
        {ageText(at, now)}
        {ago && ' ago'}
      </span>
      <span className="vh">{spokenSpan(now - Date.parse(at))} ago</span>
    </time>
  );
}
