import { formatSpokenDuration, formatTimeLeft } from '@cruddur/shared';
import { useNowUntil } from './clock-react.tsx';
import { DatedText } from './dated-text.tsx';

type Props = {
  /** ISO time. */
  until: string;
  /** Adds the word that a lone span needs: `3h left`. */
  showLabel?: boolean;
  /** It is a stop of the keyboard. */
  focusable?: boolean;
};

/** How much life is left, as `6d`; the full local time on hover, and whole words for ears. */
export function TimeLeft({ until, showLabel = false, focusable = false }: Props) {
  const now = useNowUntil(Date.parse(until));
  return (
    <DatedText moment={until} focusable={focusable}>
      <span aria-hidden="true">
        {formatTimeLeft(until, now)}
        {showLabel && ' left'}
      </span>
      <span className="vh">burns out in {formatSpokenDuration(Date.parse(until) - now)}</span>
    </DatedText>
  );
}
