import { CircleAlert } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { useEarlyInput } from './use-early-input.ts';

export type FieldTexts = {
  label: string;
  help?: string;
  error?: string | null;
  /** What became known of the text while it was typed; stands in place of the help and is read out. */
  verdict?: FieldStatus | null;
};

export type FieldStatus = { tone: 'good' | 'bad'; text: string };

/** What an input needs to belong to its label, help and error. */
export type FieldInputProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

type FrameProps = FieldTexts & { id?: string; children: (wiring: FieldInputProps) => ReactNode };

/** Label above, input from the child function, help and then error below. */
export function FieldFrame({ label, help, error, verdict, id, children }: FrameProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const hints = [help && `${inputId}-help`, error && `${inputId}-error`].filter(Boolean).join(' ');
  const wiring: FieldInputProps = {
    id: inputId,
    ...(hints !== '' && { 'aria-describedby': hints }),
    ...(error && { 'aria-invalid': true as const }),
  };
  return (
    <div className="field">
      <label htmlFor={inputId}>{label}</label>
      {children(wiring)}
      {help && (
        <p className="help" id={`${inputId}-help`}>
          {verdict ? null : help}
          {verdict !== undefined && (
            <span role="status" className={verdict ? `is-${verdict.tone}` : undefined}>
              {verdict?.text}
            </span>
          )}
        </p>
      )}
      {error && (
        <p className="err" id={`${inputId}-error`}>
          <Icon of={CircleAlert} size="small" />
          {error}
        </p>
      )}
    </div>
  );
}

export type FieldProps = FieldTexts & {
  value: string;
  onChange: (value: string) => void;
  /** A sign that stands before the text and is not part of it, such as `@`. */
  sign?: string;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>;

/** A line of text. */
export function Field({ label, help, error, verdict, value, onChange, sign, ...rest }: FieldProps) {
  const ref = useEarlyInput(value, onChange);
  return (
    <FieldFrame {...{ label, help, error, verdict }} id={rest.id}>
      {(wiring) => {
        const input = (
          <input
            className="input"
            {...rest}
            {...wiring}
            ref={ref}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        );
        if (sign === undefined) return input;
        return (
          <div className="pre">
            <span aria-hidden="true">{sign}</span>
            {input}
          </div>
        );
      }}
    </FieldFrame>
  );
}
