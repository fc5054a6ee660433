import { formatAge, formatSpokenDuration } from '@cruddur/shared';
import { useNow } from './clock-react.tsx';
import { DatedText } from './dated-text.tsx';

type Props = {
  /** ISO time. */
  at: string;
  /** Adds the word that a lone age needs: `9h ago`. */
  ago?: boolean;
  /** It is a stop of the keyboard. */
  focusable?: boolean;
};

/** How old something is, as `2m`; the full local time on hover, and whole words for ears. */
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
