import { ageText, spokenSpan } from '@cruddur/shared';
import { useNow } from './clock.tsx';
import { DatedWords } from './dated-words.tsx';

type Props = {
  /** ISO time. */
  at: string;
  /** Adds the word that a lone age needs: `9h ago`. */
  ago?: boolean;
  /** It is a stop of the keyboard. */
  stop?: boolean;
};

/** How old something is, as `2m`; the full local time on hover, and whole words for ears. */
export function Age({ at, ago = false, stop = false }: Props) {
  const now = useNow();
  return (
    <DatedWords moment={at} stop={stop}>
      <span aria-hidden="true">
        {ageText(at, now)}
        {ago && ' ago'}
      </span>
      <span className="vh">{spokenSpan(now - Date.parse(at))} ago</span>
    </DatedWords>
  );
}
