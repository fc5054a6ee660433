import {
  useId,
  type ChangeEvent,
  type ComponentProps,
  type InputEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { isComposing } from '../base/ui/keyboard.ts';
import { lazyValue } from '../base/lazy/lazy-component.tsx';
import { LazyComponent } from '../base/lazy/lazy-component.tsx';
import { useAutocomplete } from './use-autocomplete.ts';

const lazySuggestionList = lazyValue(37, async () => (await import('./suggestion-list.tsx')).SuggestionList);

type Props = Omit<ComponentProps<'textarea'>, 'ref' | 'value' | 'onChange' | 'onSelect' | 'onBlur'> & {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
  /** Receives the keys that neither the suggestions nor an input method handled. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** The position of the list: below the caret's line, or above the whole field. */
  placement: 'below' | 'above';
};

/** A textarea with suggestions of people and hashtags for the word at its caret. */
export function AutocompleteArea({ area, value, onChange, onKey, placement, ...rest }: Props) {
  const list = useId();
  const { items, active, token, scrolledBy, accept, updateToken, close, isSecondSpace, handleKey } =
    useAutocomplete(area);
  const open = items.length > 0;
  return (
    <div className="with-suggestions">
      <textarea
        {...rest}
        ref={area}
        name="message"
        dir="auto"
        // ARIA does not allow the role combobox on a textarea; these attributes replace it.
        aria-autocomplete="list"
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && active >= 0 ? `${list}-${active}` : undefined}
        value={value}
        onBeforeInput={(event: InputEvent<HTMLTextAreaElement>) => {
          if (isSecondSpace(event.data)) event.preventDefault();
        }}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.currentTarget.value)}
        onSelect={updateToken}
        onBlur={close}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (handleKey(event)) event.preventDefault();
          else onKey?.(event);
        }}
      />
      <span className="vh" role="status">
        {open && `${items.length} suggestions`}
      </span>
      {open && (
        <div
          className={`suggestion-anchor ${placement}`}
          style={placement === 'below' ? { insetBlockStart: -scrolledBy } : undefined}
        >
          {/* As tall as the text up to the caret, which places the list below the caret's line. */}
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
