import { formatAge, formatSpokenDuration } from '@cruddur/shared';
import { useNow } from './clock-react.tsx';
import { DatedText } from './dated-text.tsx';

type Props = {
  /** ISO time. */
  at: string;
  /** Adds the word `ago`: `9h ago`. */
  ago?: boolean;
  /** With the full date in a tooltip. */
  hasTooltip?: boolean;
};

/** An age as `2m`; the full local time on hover, and whole words for screen readers. */
export function Age({ at, ago = false, hasTooltip = false }: Props) {
  const now = useNow();
  return (
    <DatedText moment={at} hasTooltip={hasTooltip}>
      <span aria-hidden="true">
        {formatAge(at, now)}
        {ago && ' ago'}
      </span>
      <span className="vh">{formatSpokenDuration(now - Date.parse(at))} ago</span>
    </DatedText>
  );
}
