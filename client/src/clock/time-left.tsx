import { formatSpokenDuration, formatTimeLeft } from '@cruddur/shared';
import { useNowUntil } from './clock-react.tsx';
import { DatedText } from './dated-text.tsx';

type Props = {
  /** ISO time. */
  until: string;
  /** Adds the word `left`: `3h left`. */
  showLabel?: boolean;
  /** With the full date in a tooltip. */
  hasTooltip?: boolean;
};

/** The time left as `6d`; the full local time on hover, and whole words for screen readers. */
export function TimeLeft({ until, showLabel = false, hasTooltip = false }: Props) {
  const now = useNowUntil(Date.parse(until));
  const short = formatTimeLeft(until, now);
  return (
    <DatedText moment={until} hasTooltip={hasTooltip}>
      {/* One text node: a second one for the word would move when `1d` becomes `23h`. */}
      <span aria-hidden="true">{showLabel ? `${short} left` : short}</span>
      <span className="vh">burns out in {formatSpokenDuration(Date.parse(until) - now)}</span>
    </DatedText>
  );
}
