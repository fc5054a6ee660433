import { extractCode } from './extract-code.ts';
import { Field, type FieldProps } from '../ui/field.tsx';

/** The field of a mailed code: wide figures, autofill on phones; anything but the code is removed. */
export function CodeField({ onChange, ...rest }: FieldProps) {
  return (
    <Field
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      {...rest}
      className="input code"
      onChange={(value) => onChange(extractCode(value))}
    />
  );
}
