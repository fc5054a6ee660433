import { isBlank, type Activity, type ShortUser } from '@cruddur/shared';
import type { SubmitEvent } from 'react';
import { Avatar } from './avatar.tsx';
import { Byline } from './byline.tsx';
import { ComposeFoot } from './compose-foot.tsx';
import { ComposeText } from './compose-text.tsx';
import { ErrorBox } from './error-box.tsx';

type Props = {
  author: ShortUser;
  /** The crud that is answered, quoted above. */
  to: Activity;
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

/** A reply: the crud above, text, counter. It lives as long as the crud it answers, so there is nothing to choose. */
export function ReplyForm({ author, to, value, onChange, onSubmit, busy, errors, ...foot }: Props) {
  const blank = isBlank(value);
  const submit = () => {
    if (!busy && !blank) onSubmit();
  };
  return (
    <form
      className="compose"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <ErrorBox errors={errors} />
      <div className="quoted">
        <Avatar person={to} size="small" />
        <div>
          <Byline person={to} at={to.created_at} plain />
          <p dir="auto">{to.message}</p>
        </div>
      </div>
      <div className="dialog-body">
        <Avatar person={author} />
        <ComposeText
          label="Your reply"
          placeholder="what is your reply?"
          value={value}
          onChange={onChange}
          onSubmit={submit}
          invalid={errors.length > 0}
        />
      </div>
      <ComposeFoot {...foot} submit="Reply" busy={busy} blank={blank} />
    </form>
  );
}
