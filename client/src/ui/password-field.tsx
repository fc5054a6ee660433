import { Eye, EyeOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { FieldFrame, type FieldProps } from './field.tsx';
import { useEarlyInput } from './use-early-input.ts';
import { IconButton } from './icon-button.tsx';

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
