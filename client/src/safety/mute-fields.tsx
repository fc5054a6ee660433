import { MUTE_DURATIONS, type MuteDuration, type Mute } from '@cruddur/shared';
import { Field } from '../base/ui/field.tsx';
import { RadioChips } from '../base/ui/radio-chips.tsx';
import { durationLabel, muteName, useMute } from './use-mute.ts';
import { Button } from '../base/ui/button.tsx';
import { ErrorBox } from '../base/ui/error-box.tsx';

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

/** Says on a profile that the viewer has muted its person, with the way back. */
export function MuteNotice({ mute }: { mute: Mute }) {
  const { unmute, isBusy, errors } = useMute();
  return (
    <div className="mute-notice" role="status">
      <ErrorBox errors={errors} />
      <p>You muted {muteName(mute)}</p>
      <Button variant="outline" busy={isBusy} onClick={() => unmute(mute)}>
        Unmute
      </Button>
    </div>
  );
}
