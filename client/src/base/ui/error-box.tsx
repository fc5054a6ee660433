import { errorText } from '@cruddur/shared';
import { CircleAlert, Check, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

type Props = {
  /** Error codes of the contract, or texts. */
  errors: readonly string[];
  /** The id of an error's field, by the same code or text. */
  fields?: Readonly<Record<string, string>>;
  /** Another object for each new report of errors, also of the same ones; by default their texts. */
  report?: unknown;
};

/** A list of errors, each with a link to its field. A new report moves focus to the first invalid field; to the list if it names none. */
export function ErrorBox({ errors, fields = {}, report = errors.join('\n') }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const takeFocus = useEffectEvent(() => {
    const id = errors.map((error) => fields[error]).find((field) => field !== undefined);
    const target = id === undefined ? box.current : document.getElementById(id);
    target?.focus();
  });
  useEffect(() => takeFocus(), [report]);
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
          <b>{describeErrors(errors, fields)}</b>
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

function describeErrors(errors: readonly string[], fields: Readonly<Record<string, string>>): string {
  const ids = errors.map((error) => fields[error]);
  if (ids.includes(undefined)) return 'Please check the following';
  const count = new Set(ids).size;
  return `Please check ${NUMBERS[count - 1] ?? count} ${count === 1 ? 'field' : 'fields'}`;
}

type FormErrors<Name extends string> = {
  /** What the form's machine reports: error codes or texts, in the same array until it reports again. */
  errors: readonly string[];
  /** The errors that each field can have, in the order of the form. */
  ofFields: Readonly<Record<Name, readonly string[]>>;
  /** What the form's check finds in the fields as they are. */
  found: readonly string[];
  /** Clears what was reported. */
  onEdit: () => void;
};

/**
 * The errors of a form at its fields. A field that was reported as invalid shows what is wrong with its value until nothing is; a refusal
 * is shown until the next edit.
 */
export function useFieldErrors<Name extends string>({ errors, ofFields, found, onEdit }: FormErrors<Name>) {
  const form = useId();
  const [report, setReport] = useState({ errors, isOfCheck: false });
  if (report.errors !== errors && report.errors.length + errors.length > 0)
    setReport({ errors, isOfCheck: errors.some((error) => found.includes(error)) });
  const { isOfCheck } = report;
  const names = Object.keys(ofFields) as Name[];
  const reported = names.flatMap((name) =>
    ofFields[name].some((error) => errors.includes(error)) ? ofFields[name] : [],
  );
  const shown = isOfCheck ? found.filter((error) => reported.includes(error)) : errors;
  const isResolved = isOfCheck && shown.length === 0;
  const resolve = useEffectEvent(onEdit);
  useEffect(() => {
    if (isResolved) resolve();
  }, [isResolved]);

  const idOf = (name: Name) => `${form}-${name}`;
  return {
    /** The properties of the form's `ErrorBox`. */
    box: {
      errors: shown,
      report: errors,
      fields: Object.fromEntries(names.flatMap((name) => ofFields[name].map((error) => [error, idOf(name)]))),
    },
    /** The properties of a field. */
    fieldProps: (name: Name) => {
      const error = ofFields[name].find((text) => shown.includes(text));
      return { name, id: idOf(name), error: error === undefined ? null : errorText(error) };
    },
    /** To be called at any change of the fields. */
    onEdit: () => {
      if (!isOfCheck) onEdit();
    },
  };
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

/** The button beside it that was pressed may be a screen below. */
function scrollToNotice(notice: HTMLElement | null): void {
  if (notice?.parentElement?.contains(document.activeElement)) notice.scrollIntoView({ block: 'nearest' });
}

/** A success message, announced and in view when it appears. */
export function NoticeBox({ icon = Check, children }: { icon?: LucideIcon; children: ReactNode }) {
  return (
    <p className="good" role="status" ref={scrollToNotice}>
      <Icon of={icon} />
      <span>{children}</span>
    </p>
  );
}
