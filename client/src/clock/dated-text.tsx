import type { ReactNode } from 'react';
import { formatFullDate } from './format-date.ts';
import { useFullDateFormatter } from '../ssr/use-hydrating.ts';
import { Tooltip } from '../ui/tooltip.tsx';

type Props = {
  /** ISO time. */
  moment: string;
  /** A tab stop, which shows the date on focus too. Not inside a link, nor in a sample. */
  focusable: boolean;
  children: ReactNode;
};

/** A text about a moment, with its full local date and time on hover. */
export function DatedText({ moment, focusable, children }: Props) {
  if (!focusable) return <TimeWithTitle moment={moment}>{children}</TimeWithTitle>;
  return (
    <Tooltip text={<LocalDate of={moment} />}>
      {(props) => (
        <time {...props} dateTime={moment} tabIndex={0}>
          {children}
        </time>
      )}
    </Tooltip>
  );
}

function TimeWithTitle({ moment, children }: Omit<Props, 'focusable'>) {
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
