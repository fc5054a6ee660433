import { isBlank, type Lifetime, type ShortUser } from '@cruddur/shared';
import type { SubmitEvent } from 'react';
import { Avatar } from './avatar.tsx';
import { ComposeFoot } from './compose-foot.tsx';
import { ComposeText } from './compose-text.tsx';
import { ErrorBox } from './error-box.tsx';
import { LifetimeChips } from './lifetime-chips.tsx';

type Props = {
  author: ShortUser;
  value: string;
  onChange: (value: string) => void;
  ttl: Lifetime;
  onTtl: (ttl: Lifetime) => void;
  onSubmit: () => void;
  busy: boolean;
  /** Codes or texts. */
  errors: readonly string[];
  /** What is left of 240, negative beyond. */
  remaining: number;
  draftKept?: boolean;
};

/** A new crud: text, lifetime, counter. Draws what it is told and tells what was done. */
export function PostForm({ author, value, onChange, ttl, onTtl, onSubmit, busy, errors, ...foot }: Props) {
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
      <div className="dialog-body">
        <Avatar person={author} />
        <div>
          <ComposeText
            label="Your crud"
            placeholder="what would you like to say?"
            value={value}
            onChange={onChange}
            onSubmit={submit}
            invalid={errors.length > 0}
          />
          <LifetimeChips value={ttl} onChange={onTtl} />
        </div>
      </div>
      <ComposeFoot {...foot} submit="Crud" busy={busy} blank={blank} />
    </form>
  );
}
