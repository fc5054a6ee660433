import type { ReactNode } from 'react';
import { formatFullDate } from './format-date.ts';
import { useFullDateFormatter } from '../ssr/use-hydrating.ts';
import { Tooltip } from '../ui/tooltip.tsx';

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
export function DatedText({ moment, hasTooltip, children }: Props) {
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
