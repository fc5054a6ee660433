import { isBlank, type ShortUser } from '@cruddur/shared';
import type { ReactNode, SubmitEvent } from 'react';
import { ComposeFooter } from './compose-footer.tsx';
import { ErrorBox } from '../ui/error-box.tsx';

/** What every form for a crud or a reply is told, and tells. */
export type ComposeFormProps = {
  author: ShortUser;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  busy: boolean;
  /** Codes or texts. */
  errors: readonly string[];
  /** What is left of 240, negative beyond. */
  remaining: number;
  draftKept?: boolean;
};

type Props = Omit<ComposeFormProps, 'author' | 'onChange'> & {
  /** The button's words. */
  submit: string;
  /** There is nowhere to send it. */
  closed?: boolean;
  children: ReactNode;
};

/** The form around a text: what went wrong above, counter and button below. Blank and busy texts are not submitted. */
export function ComposeFrame({ value, onSubmit, busy, errors, closed = false, children, ...foot }: Props) {
  const idle = closed || isBlank(value);
  return (
    <form
      className="compose"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (!busy && !idle) onSubmit();
      }}
    >
      <ErrorBox errors={errors} />
      {children}
      <ComposeFooter {...foot} busy={busy} idle={idle} />
    </form>
  );
}
