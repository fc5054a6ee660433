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
 * The text of a crud or reply: grows with what is written, has the caret at its end when a draft is there, and suggests
 * people and hashtags. Control or Command with Enter submits the form around it.
 */
export function ComposeText({ label, placeholder, value, onChange, invalid = false }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const end = area.current?.value.length ?? 0;
    area.current?.setSelectionRange(end, end);
  }, []);
  return (
    <AutocompleteArea
      {...{ area, placeholder, value, onChange }}
      className="bare"
      data-begin=""
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
