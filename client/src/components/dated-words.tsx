import type { ReactNode } from 'react';
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
  const date = useFullDate()(moment);
  if (!stop)
    return (
      <time dateTime={moment} title={date}>
        {children}
      </time>
    );
  return (
    <Tooltip text={date}>
      {(props) => (
        <time {...props} dateTime={moment} tabIndex={0}>
          {children}
        </time>
      )}
    </Tooltip>
  );
}
