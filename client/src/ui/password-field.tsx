import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { FieldFrame, type FieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { useEarlyInput } from './use-early-input.ts';

/** A password that can be shown and hidden again. Say in `autoComplete` whether it is new or current. */
export function PasswordField({
  label,
  help,
  error,
  verdict,
  value,
  onChange,
  sign: _,
  ...rest
}: FieldProps) {
  const [shown, setShown] = useState(false);
  const ref = useEarlyInput(value, onChange);
  return (
    <FieldFrame {...{ label, help, error, verdict }} id={rest.id}>
      {(wiring) => (
        <div className="with-end">
          <input
            className="input"
            autoComplete="current-password"
            {...rest}
            {...wiring}
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
