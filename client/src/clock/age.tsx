import { formatAge, formatSpokenDuration } from '@cruddur/shared';
import { useNow } from './clock-react.tsx';
import { DatedText } from './dated-text.tsx';

type Props = {
  /** ISO time. */
  at: string;
  /** Adds the word `ago`: `9h ago`. */
  ago?: boolean;
  /** A tab stop, which shows the full date on focus. */
  focusable?: boolean;
};

/** An age as `2m`; the full local time on hover, and whole words for screen readers. */
export function Age({ at, ago = false, focusable = false }: Props) {
  const now = useNow();
  return (
    <DatedText moment={at} focusable={focusable}>
      <span aria-hidden="true">
        {formatAge(at, now)}
        {ago && ' ago'}
      </span>
      <span className="vh">{formatSpokenDuration(now - Date.parse(at))} ago</span>
    </DatedText>
  );
}
