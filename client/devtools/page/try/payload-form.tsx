import { useId } from 'react';
import type { AnyEventObject } from 'xstate';

interface Props {
  event: AnyEventObject;
  onChange: (event: AnyEventObject) => void;
}

/** Inputs for the primitive fields of an event, before it is sent. */
export function PayloadForm({ event, onChange }: Props) {
  const fields = Object.entries(event).filter(([name, value]) => name !== 'type' && isPlain(value));
  if (fields.length === 0) return null;
  return (
    <div className="try-fields">
      {fields.map(([name, value]) => (
        <PlainField
          key={name}
          name={name}
          value={value as Plain}
          onChange={(next) => onChange({ ...event, [name]: next })}
        />
      ))}
    </div>
  );
}

type Plain = string | number | boolean;

/** Infinity, the end of a crud that never expires, cannot be typed. */
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

function PlainField({
  name,
  value,
  onChange,
}: {
  name: string;
  value: Plain;
  onChange: (value: Plain) => void;
}) {
  const id = useId();
  if (typeof value === 'boolean')
    return (
      <label>
        {name}
        <input
          type="checkbox"
          checked={value}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      </label>
    );
  return (
    <div>
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        className="input"
        type={typeof value === 'number' ? 'number' : 'text'}
        value={value}
        onChange={({ currentTarget }) =>
          onChange(typeof value === 'number' ? currentTarget.valueAsNumber || 0 : currentTarget.value)
        }
      />
    </div>
  );
}
