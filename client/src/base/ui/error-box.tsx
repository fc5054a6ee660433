import { errorText } from '@cruddur/shared';
import { CircleAlert, Check, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

type Props = {
  /** Error codes of the contract, or texts. */
  errors: readonly string[];
  /** The id of an error's field, by the same code or text. */
  fields?: Readonly<Record<string, string>>;
};

/** A list of errors, which takes focus when it changes. An error with a field links to it. */
export function ErrorBox({ errors, fields = {} }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const key = errors.join('\n');
  useEffect(() => {
    if (key !== '') box.current?.focus();
  }, [key]);
  const [first] = errors;
  if (first === undefined) return null;
  return (
    <div className="errors" role="alert" tabIndex={-1} ref={box}>
      <Icon of={CircleAlert} />
      {errors.length === 1 ? (
        <b>
          <ErrorLine error={first} field={fields[first]} />
        </b>
      ) : (
        <>
          <b>{`Please check ${NUMBERS[errors.length - 2] ?? errors.length} fields`}</b>
          <ul>
            {errors.map((error) => (
              <li key={error}>
                <ErrorLine error={error} field={fields[error]} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function ErrorLine({ error, field }: { error: string; field: string | undefined }) {
  const text = errorText(error);
  if (field === undefined) return text;
  return (
    <a
      href={`#${field}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(field)?.focus();
      }}
    >
      {text}
    </a>
  );
}

/** A success message, announced when it appears. */
export function NoticeBox({ icon = Check, children }: { icon?: LucideIcon; children: ReactNode }) {
  return (
    <p className="good" role="status">
      <Icon of={icon} />
      <span>{children}</span>
    </p>
  );
}
