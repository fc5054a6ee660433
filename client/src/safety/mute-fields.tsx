import { errorText, MUTE_DURATIONS, type MuteDuration, type Mute } from '@cruddur/shared';
import { Field, type FieldProps } from '../base/ui/field.tsx';
import { RadioChips } from '../base/ui/radio-chips.tsx';
import { durationLabel, muteName, useMute } from './use-mute.ts';
import { Button } from '../base/ui/button.tsx';
import { ErrorBox } from '../base/ui/error-box.tsx';

/** The errors of a form with a word; the server decides which words can be muted. */
export const MUTE_ERRORS = { ofFields: { word: [errorText('mute_invalid')] }, found: [] };

type WordProps = Pick<FieldProps, 'id' | 'error' | 'value' | 'onChange'> & { isFirst?: boolean };

export function MutedWordField({ isFirst = false, ...field }: WordProps) {
  return (
    <Field
      label="Word or #hashtag"
      name="word"
      autoComplete="off"
      {...field}
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
