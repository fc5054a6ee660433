import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';

type Props = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  invalid?: boolean;
};

/**
 * The text of a crud or reply: grows with what is written, and has the caret at its end when a draft is there. Control or
 * Command with Enter submits the form around it.
 */
export function ComposeText({ label, placeholder, value, onChange, invalid = false }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const end = area.current?.value.length ?? 0;
    area.current?.setSelectionRange(end, end);
  }, []);
  const send = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <textarea
      className="bare"
      ref={area}
      name="message"
      dir="auto"
      data-begin=""
      aria-label={label}
      aria-invalid={invalid || undefined}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={send}
    />
  );
}
