import { useId, type ReactNode } from 'react';

type Props<T extends string> = {
  /** Shown above the chips. */
  legend?: ReactNode;
  /** The name, without a legend. */
  label?: string;
  choices: readonly T[];
  labelOf: (choice: T) => ReactNode;
  /** Null while nothing is chosen. */
  value: T | null;
  onChange: (choice: T) => void;
  /** The choice at which focus starts in a dialog. */
  autofocus?: T | undefined;
  /** In addition to that of the chips. */
  className?: string;
  /** Below the chips. */
  children?: ReactNode;
};

/** One choice of a few, as a row of chips. */
export function RadioChips<T extends string>(props: Props<T>) {
  const { legend, label, choices, labelOf, value, onChange, autofocus, className = '', children } = props;
  const name = useId();
  return (
    <fieldset className={`lifetimes ${className}`.trim()} aria-label={label}>
      {legend !== undefined && <legend>{legend}</legend>}
      {choices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === value}
            onChange={() => onChange(choice)}
            // The trap of a dialog takes every other one for a stop of the Tab key too, and would wait for it at the end.
            tabIndex={choice === (value ?? choices[0]) ? 0 : -1}
            {...(choice === autofocus && { 'data-autofocus': '' })}
          />
          {labelOf(choice)}
        </label>
      ))}
      {children}
    </fieldset>
  );
}
