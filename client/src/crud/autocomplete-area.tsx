import { useId, type ChangeEvent, type ComponentProps, type KeyboardEvent, type RefObject } from 'react';
import { lazyValue } from '../lazy/lazy-value.ts';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { useAutocomplete } from './use-autocomplete.ts';

const lazySuggestionList = lazyValue(async () => (await import('./suggestion-list.tsx')).SuggestionList);

type Props = Omit<ComponentProps<'textarea'>, 'ref' | 'value' | 'onChange' | 'onSelect' | 'onBlur'> & {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
  /** Keys that neither the list nor an input method took. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** Where the list hangs: beneath the line being written, or above the whole field. */
  placement: 'below' | 'above';
};

/** A field of several lines that suggests people and hashtags for the word at its caret. */
export function AutocompleteArea({ area, value, onChange, onKey, placement, ...rest }: Props) {
  const list = useId();
  const { items, active, token, accept, updateToken, close, handleKey } = useAutocomplete(area);
  const open = items.length > 0;
  return (
    <div className="suggesting">
      <textarea
        {...rest}
        ref={area}
        name="message"
        dir="auto"
        // A text of several lines may not take the role of a combobox; these say the same.
        aria-autocomplete="list"
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && active >= 0 ? `${list}-${active}` : undefined}
        value={value}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.currentTarget.value)}
        onSelect={updateToken}
        onBlur={close}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (handleKey(event)) event.preventDefault();
          else onKey(event);
        }}
      />
      <span className="vh" role="status">
        {open && `${items.length} suggestions`}
      </span>
      {open && (
        <div className={`hanging ${placement}`}>
          {/* As tall as the text up to the caret, so that the list stands right beneath its line. */}
          {placement === 'below' && <p aria-hidden="true">{value.slice(0, token?.to)}</p>}
          <LazyComponent
            component={lazySuggestionList}
            componentProps={{ id: list, items, active, accept }}
          />
        </div>
      )}
    </div>
  );
}
