import { LIFETIMES, LIFETIME_MS, lifetimeLabel, type Lifetime } from '@cruddur/shared';
import { useId } from 'react';
import { useNow } from '../clock/clock-react.tsx';
import { formatFullDate } from '../clock/format-date.ts';
import { Bomb } from '../ui/logo.tsx';

type Props = { value: Lifetime; onChange: (value: Lifetime) => void };

/** Seven lifetimes, one choice; the line above says the exact local date at which it burns out. */
export function LifetimeChips({ value, onChange }: Props) {
  const now = useNow();
  const name = useId();
  return (
    <fieldset className="lives">
      <legend>
        <Bomb /> Burns out <b>{formatFullDate(now + LIFETIME_MS[value])}</b>
      </legend>
      {LIFETIMES.map((lifetime) => (
        <label key={lifetime}>
          <input
            type="radio"
            name={name}
            value={lifetime}
            checked={lifetime === value}
            onChange={() => onChange(lifetime)}
          />
          {lifetimeLabel(lifetime)}
        </label>
      ))}
    </fieldset>
  );
}
