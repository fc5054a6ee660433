import { extractCode } from './extract-code.ts';
import { Field, type FieldProps } from '../ui/field.tsx';

/** A code from a mail: one input with wide figures that phones can fill in. What is not of the code is dropped. */
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
