import { isBlank, MESSAGE_MAX, type ShortUser } from '@cruddur/shared';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { CounterRing } from '../ui/counter-ring.tsx';
import { isOverLimit } from '../ui/describe-remaining.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { countOf } from './counts.ts';

/** The common props of the forms for a crud and a reply. */
export type ComposeFormProps = {
  author: ShortUser;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  busy: boolean;
  /** Error codes or texts. */
  errors: readonly string[];
  /** Characters left, negative beyond the soft limit. */
  remaining: number;
  /** The text is a draft that was kept when the popup closed. */
  draftKept?: boolean;
};

type Props = Omit<ComposeFormProps, 'author' | 'onChange'> & {
  submitLabel: string;
  /** The crud of a reply has ended, so nothing can be sent. */
  closed?: boolean;
  children: ReactNode;
};

/** The form around a text: errors above, counter and button below. Blank and busy texts are not submitted. */
export function ComposeFrame(props: Props) {
  const { value, onSubmit, busy, errors, closed = false, remaining, draftKept = false } = props;
  const isEmpty = closed || isBlank(value);
  return (
    <form
      className="compose"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (!busy && !isEmpty) onSubmit();
      }}
    >
      <ErrorBox errors={errors} />
      {props.children}
      <div className="dialog-foot">
        <FooterHint remaining={remaining} draftKept={draftKept} />
        <span className="push">
          <CounterRing remaining={remaining} />
          <Button type="submit" busy={busy} disabled={isEmpty}>
            {props.submitLabel}
          </Button>
        </span>
      </div>
    </form>
  );
}

/** A text over the soft limit is reported and still submitted, up to the server's limit. */
function FooterHint({ remaining, draftKept }: { remaining: number; draftKept: boolean }) {
  if (isOverLimit(remaining))
    return <span className="text-hint over">Too long. The limit is {MESSAGE_MAX} characters.</span>;
  if (remaining < 0)
    return (
      <span className="text-hint over">
        A little long. {countOf(-remaining, 'character', 'characters')} over.
      </span>
    );
  return draftKept && <span className="text-hint">Draft kept</span>;
}
