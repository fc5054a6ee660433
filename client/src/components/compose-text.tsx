import { lazy, Suspense, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useSuggesting } from './suggesting.ts';

const SuggestionList = lazy(async () => ({
  default: (await import('./suggestion-list.tsx')).SuggestionList,
}));

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
  const list = useId();
  const { items, active, take, look, close, press } = useSuggesting(area);
  useLayoutEffect(() => {
    const end = area.current?.value.length ?? 0;
    area.current?.setSelectionRange(end, end);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const sends = event.key === 'Enter' && (event.metaKey || event.ctrlKey);
    if (sends) event.currentTarget.form?.requestSubmit();
    if (sends || press(event)) event.preventDefault();
  };
  const open = items.length > 0;
  return (
    <div className="suggesting">
      <textarea
        className="bare"
        ref={area}
        name="message"
        dir="auto"
        data-begin=""
        aria-label={label}
        aria-invalid={invalid || undefined}
        // A text of several lines may not take the role of a combobox; these say the same.
        aria-autocomplete="list"
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && active >= 0 ? `${list}-${active}` : undefined}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onSelect={look}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <span className="vh" role="status">
        {open && `${items.length} suggestions`}
      </span>
      {open && (
        <Suspense>
          <SuggestionList {...{ id: list, items, active, take }} />
        </Suspense>
      )}
    </div>
  );
}
