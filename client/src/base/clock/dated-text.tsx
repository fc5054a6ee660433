import type { ReactNode } from 'react';
import { formatFullDate } from '../page/dates.ts';
import { useFullDateFormatter } from '../hydration/use-hydrating.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { formatAge, formatSpokenDuration, formatTimeLeft } from '@cruddur/shared';
import { useNow, useNowUntil } from './clock-react.tsx';

type Props = {
  /** ISO time. */
  moment: string;
  /** In a tooltip of ours. Not inside a link, nor in a sample: those have the browser's. */
  hasTooltip: boolean;
  children: ReactNode;
};

/**
 * A text about a moment, with its full local date and time on hover. It is no tab stop: there would be two in each crud, and the
 * crud's own page has both dates in words.
 */
function DatedText({ moment, hasTooltip, children }: Props) {
  if (!hasTooltip) return <TimeWithTitle moment={moment}>{children}</TimeWithTitle>;
  return (
    <Tooltip text={<LocalDate of={moment} />}>
      {(props) => (
        <time {...props} dateTime={moment}>
          {children}
        </time>
      )}
    </Tooltip>
  );
}

function TimeWithTitle({ moment, children }: Omit<Props, 'hasTooltip'>) {
  return (
    <time dateTime={moment} title={useFullDateFormatter()(moment)}>
      {children}
    </time>
  );
}

function LocalDate({ of }: { of: string }) {
  return formatFullDate(of);
}

/** A full date as a component of its own: its change from UTC to local time renders nothing around it again. */
export function FullDate({ of }: { of: string }) {
  return useFullDateFormatter()(of);
}

type AgeProps = {
  /** ISO time. */
  at: string;
  /** As part of a sentence: `9h ago`, or `just now` in the first minute. */
  ago?: boolean;
  /** With the full date in a tooltip. */
  hasTooltip?: boolean;
};

/** An age as `2m`, or `now`; the full local time on hover, and whole words for screen readers. */
export function Age({ at, ago = false, hasTooltip = false }: AgeProps) {
  const now = useNow();
  const age = formatAge(at, now);
  const isFresh = age === 'now';
  const spoken = isFresh ? 'just now' : `${formatSpokenDuration(now - Date.parse(at))} ago`;
  return (
    <DatedText moment={at} hasTooltip={hasTooltip}>
      <span aria-hidden="true">{!ago ? age : isFresh ? spoken : `${age} ago`}</span>
      <span className="vh">{spoken}</span>
    </DatedText>
  );
}

type TimeLeftProps = {
  /** ISO time. */
  until: string;
  /** Adds the word `left`: `3h left`. */
  showLabel?: boolean;
  /** With the full date in a tooltip. */
  hasTooltip?: boolean;
};

/** The time left as `6d`, in seconds at the end; the full local time on hover, and whole words for screen readers. */
export function TimeLeft({ until, showLabel = false, hasTooltip = false }: TimeLeftProps) {
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
