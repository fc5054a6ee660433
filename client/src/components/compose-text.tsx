import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';

type Props = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Control or Command with Enter. */
  onSubmit: () => void;
  invalid?: boolean;
};

/** The text of a crud or reply: grows with what is written, and has the caret at its end when a draft is there. */
export function ComposeText({ label, placeholder, value, onChange, onSubmit, invalid = false }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const end = area.current?.value.length ?? 0;
    area.current?.setSelectionRange(end, end);
  }, []);
  const send = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    onSubmit();
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
