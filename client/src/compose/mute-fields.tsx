import { MUTE_DURATIONS, type MuteDuration } from '@cruddur/shared';
import { useId } from 'react';
import { Field } from '../ui/field.tsx';
import { durationLabel } from './mute-texts.ts';

type WordProps = { value: string; onChange: (value: string) => void; isFirst?: boolean };

export function MutedWordField({ value, onChange, isFirst = false }: WordProps) {
  return (
    <Field
      label="Word or #hashtag"
      name="word"
      autoComplete="off"
      value={value}
      onChange={onChange}
      {...(isFirst && { 'data-autofocus': '' })}
    />
  );
}

type DurationProps = {
  value: MuteDuration;
  onChange: (value: MuteDuration) => void;
  isFirst?: boolean;
};

export function MuteDurationChoice({ value, onChange, isFirst = false }: DurationProps) {
  const name = useId();
  return (
    <fieldset className="lifetimes">
      <legend>How long?</legend>
      {MUTE_DURATIONS.map((duration) => (
        <label key={duration}>
          <input
            type="radio"
            name={name}
            value={duration}
            checked={duration === value}
            onChange={() => onChange(duration)}
            {...(isFirst && duration === value && { 'data-autofocus': '' })}
          />
          {durationLabel(duration)}
        </label>
      ))}
    </fieldset>
  );
}
