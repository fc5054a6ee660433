import { spokenSpan, timeLeftText } from '@cruddur/shared';
import { useNowUntil } from './clock.tsx';
import { DatedWords } from './dated-words.tsx';

type Props = {
  /** ISO time. */
  until: string;
  /** Adds the word that a lone span needs: `3h left`. */
  left?: boolean;
  /** It is a stop of the keyboard. */
  stop?: boolean;
};

/** How much life is left, as `6d`; the full local time on hover, and whole words for ears. */
export function TimeLeft({ until, left = false, stop = false }: Props) {
  const now = useNowUntil(Date.parse(until));
  return (
    <DatedWords moment={until} stop={stop}>
      <span aria-hidden="true">
        {timeLeftText(until, now)}
        {left && ' left'}
      </span>
      <span className="vh">burns out in {spokenSpan(Date.parse(until) - now)}</span>
    </DatedWords>
  );
}
