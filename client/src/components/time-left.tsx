import { spokenSpan, timeLeftText } from '@cruddur/shared';
import { useNowUntil } from './clock.tsx';
import { fullDate } from './date-words.ts';

type Props = {
  /** ISO time. */
  until: string;
  /** Adds the word that a lone span needs: `3h left`. */
  left?: boolean;
};

/** How much life is left, as `6d`; the full local time on hover, and whole words for ears. */
export function TimeLeft({ until, left = false }: Props) {
  const now = useNowUntil(Date.parse(until));
  return (
    <time dateTime={until} title={fullDate(until)}>
      <span aria-hidden="true">
        {timeLeftText(until, now)}
        {left && ' left'}
      </span>
      <span className="vh">burns out in {spokenSpan(Date.parse(until) - now)}</span>
    </time>
  );
}
