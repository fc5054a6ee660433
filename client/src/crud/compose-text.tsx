import { useLayoutEffect, useRef } from 'react';
import { AutocompleteArea } from './autocomplete-area.tsx';

type Props = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  invalid?: boolean;
};

/**
 * The text of a crud or reply, with suggestions. The caret starts at the end of a draft. Control or Command with Enter submits
 * the form.
 */
export function ComposeText({ label, placeholder, value, onChange, invalid = false }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const end = area.current?.value.length ?? 0;
    area.current?.setSelectionRange(end, end);
  }, []);
  return (
    <AutocompleteArea
      area={area}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
      className="bare"
      data-autofocus=""
      placement="below"
      aria-label={label}
      aria-invalid={invalid || undefined}
      onKey={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    />
  );
}
