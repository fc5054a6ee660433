import { formatAge, formatSpokenDuration } from '@cruddur/shared';
import { useNow } from './clock-react.tsx';
import { DatedText } from './dated-text.tsx';

type Props = {
  /** ISO time. */
  at: string;
  /** As part of a sentence: `9h ago`, or `just now` in the first minute. */
  ago?: boolean;
  /** With the full date in a tooltip. */
  hasTooltip?: boolean;
};

/** An age as `2m`; the full local time on hover, and whole words for screen readers. */
export function Age({ at, ago = false, hasTooltip = false }: Props) {
  const now = useNow();
  const age = formatAge(at, now);
  const isFresh = age === '0m';
  const spoken = isFresh ? 'just now' : `${formatSpokenDuration(now - Date.parse(at))} ago`;
  return (
    <DatedText moment={at} hasTooltip={hasTooltip}>
      <span aria-hidden="true">{!ago ? age : isFresh ? spoken : `${age} ago`}</span>
      <span className="vh">{spoken}</span>
    </DatedText>
  );
}
