import { LIFETIMES, LIFETIME_MS, lifetimeLabel, type Lifetime } from '@cruddur/shared';
import { memo } from 'react';
import { useNow } from '../clock/clock-react.tsx';
import { formatFullDate } from '../clock/format-date.ts';
import { Avatar } from '../people/avatar.tsx';
import { ComposeFrame, type ComposeFormProps } from './compose-frame.tsx';
import { ComposeText } from './compose-text.tsx';
import { Bomb } from '../ui/logo.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';

type Props = ComposeFormProps & {
  ttl: Lifetime;
  /** Must keep its identity, so that a key does not render the lifetimes. */
  onTtl: (ttl: Lifetime) => void;
};

/** The form of a new crud: text, lifetime, counter. */
export function PostForm({ author, onChange, ttl, onTtl, ...frame }: Props) {
  return (
    <ComposeFrame {...frame} submitLabel="Crud">
      <div className="dialog-body">
        <Avatar person={author} />
        <div>
          <ComposeText
            label="Your crud"
            placeholder="what would you like to say?"
            value={frame.value}
            onChange={onChange}
            invalid={frame.errors.length > 0}
          />
          <LifetimeChips value={ttl} onChange={onTtl} />
        </div>
      </div>
    </ComposeFrame>
  );
}

interface LifetimeChipsProps {
  value: Lifetime;
  onChange: (value: Lifetime) => void;
}

/** One of the seven lifetimes; the legend has the exact local date of the expiry. */
const LifetimeChips = memo(function LifetimeChips({ value, onChange }: LifetimeChipsProps) {
  const now = useNow();
  return (
    <RadioChips
      legend={
        <>
          <Bomb /> Burns out <b>{formatFullDate(now + LIFETIME_MS[value])}</b>
        </>
      }
      choices={LIFETIMES}
      labelOf={lifetimeLabel}
      value={value}
      onChange={onChange}
    />
  );
});
