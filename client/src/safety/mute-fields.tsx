import { MUTE_DURATIONS, type MuteDuration } from '@cruddur/shared';
import { Field } from '../ui/field.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
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
  return (
    <RadioChips
      legend="How long?"
      choices={MUTE_DURATIONS}
      labelOf={durationLabel}
      value={value}
      onChange={onChange}
      autofocus={isFirst ? value : undefined}
    />
  );
}
