import type { ReactNode } from 'react';
import { fullDate } from './date-words.ts';
import { useFullDate } from './hydrating.ts';
import { Tooltip } from './tooltip.tsx';

type Props = {
  /** ISO time. */
  moment: string;
  /** A stop of the keyboard, which tells the date on focus too. Not inside a link, nor in a drawing. */
  stop: boolean;
  children: ReactNode;
};

/** A few words about a moment, with its full local date and time on hover. */
export function DatedWords({ moment, stop, children }: Props) {
  if (!stop) return <Titled moment={moment}>{children}</Titled>;
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

function Titled({ moment, children }: Omit<Props, 'stop'>) {
  return (
    <time dateTime={moment} title={useFullDate()(moment)}>
      {children}
    </time>
  );
}

function LocalDate({ of }: { of: string }) {
  return fullDate(of);
}
