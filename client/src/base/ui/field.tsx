import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { Suspense, useId, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { Icon, IconButton } from './icon.tsx';
import { useEarlyInput } from './use-early-input.ts';

type FieldTexts = {
  label: string;
  help?: string;
  error?: string | null;
  /** The result of a check while typing: replaces the help, and is announced. */
  verdict?: FieldStatus | null;
};

export type FieldStatus = { tone: 'good' | 'bad'; text: string };

/** The attributes that associate an input with its label, help and error. */
type FieldInputProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

type FrameProps = FieldTexts & { id?: string; children: (inputProps: FieldInputProps) => ReactNode };

/** A label, the input of the child function, help and error. */
export function FieldFrame({ label, help, error, verdict, id, children }: FrameProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const hints = [help && `${inputId}-help`, error && `${inputId}-error`].filter(Boolean).join(' ');
  const isInvalid = Boolean(error) || verdict?.tone === 'bad';
  const inputProps: FieldInputProps = {
    id: inputId,
    ...(hints !== '' && { 'aria-describedby': hints }),
    ...(isInvalid && { 'aria-invalid': true as const }),
  };
  return (
    <div className="field">
      <label htmlFor={inputId}>{label}</label>
      {children(inputProps)}
      {help && (
        <p className="help" id={`${inputId}-help`}>
          {verdict ? null : help}
          {verdict !== undefined && (
            <span role="status" className={verdict ? `is-${verdict.tone}` : undefined}>
              {verdict?.tone === 'bad' && <Icon of={CircleAlert} size="small" />}
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
  /** A prefix that is not part of the value, such as `@`. */
  sign?: string;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>;

/**
 * A text input with label, help and error. A boundary of hydration: what an extension has put into a field makes React replace that field, and
 * nothing else.
 */
export function Field(props: FieldProps) {
  return (
    <Suspense>
      <TextField {...props} />
    </Suspense>
  );
}

function TextField({ label, help, error, verdict, value, onChange, sign, ...rest }: FieldProps) {
  const ref = useEarlyInput(value, onChange);
  return (
    <FieldFrame label={label} help={help} error={error} verdict={verdict} id={rest.id}>
      {(inputProps) => {
        const input = (
          <input
            className="input"
            {...rest}
            {...inputProps}
            ref={ref}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        );
        if (sign === undefined) return input;
        return (
          <div className="prefixed-input">
            <span aria-hidden="true">{sign}</span>
            {input}
          </div>
        );
      }}
    </FieldFrame>
  );
}

/** A password input with a show/hide button. Pass `autoComplete="new-password"` for a new one. As `Field`, a boundary of hydration. */
export function PasswordField(props: FieldProps) {
  return (
    <Suspense>
      <PasswordInput {...props} />
    </Suspense>
  );
}

function PasswordInput({ label, help, error, verdict, value, onChange, sign: _, ...rest }: FieldProps) {
  const [shown, setShown] = useState(false);
  const ref = useEarlyInput(value, onChange);
  return (
    <FieldFrame label={label} help={help} error={error} verdict={verdict} id={rest.id}>
      {(inputProps) => (
        <div className="with-end">
          <input
            className="input"
            autoComplete="current-password"
            {...rest}
            {...inputProps}
            ref={ref}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <IconButton
            label={shown ? 'Hide password' : 'Show password'}
            icon={shown ? EyeOff : Eye}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </FieldFrame>
  );
}
