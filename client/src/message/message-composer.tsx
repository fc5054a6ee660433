import { isBlank, MESSAGE_MAX, countCharacters } from '@cruddur/shared';
import { useId, useRef, type RefObject, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { describeRemaining } from '../ui/describe-remaining.ts';
import { clsx } from 'clsx';
import { AutocompleteArea } from '../crud/autocomplete-area.tsx';

type Props = {
  /** The other person's name. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  busy?: boolean;
  autoFocus?: boolean;
  area?: RefObject<HTMLTextAreaElement | null>;
};

/**
 * A field that grows from one line to six. Enter sends, Shift+Enter breaks the line. An overlong text is marked and can be
 * sent: the server refuses it.
 */
export function MessageComposer(props: Props) {
  const { name, value, onChange, onSubmit, busy = false, autoFocus = false } = props;
  const id = useId();
  const ownArea = useRef<HTMLTextAreaElement>(null);
  const area = props.area ?? ownArea;
  const remaining = MESSAGE_MAX - countCharacters(value);
  const isTooLong = remaining < 0;
  const submit = () => {
    if (busy || isBlank(value)) return;
    onSubmit();
    // The button is about to be disabled and would lose focus.
    area.current?.focus();
  };
  return (
    <form
      className="message-composer"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="box">
        <label className="vh" htmlFor={id}>
          Message to {name}
        </label>
        <AutocompleteArea
          id={id}
          area={area}
          value={value}
          onChange={onChange}
          placement="above"
          autoFocus={autoFocus}
          rows={1}
          placeholder="send a direct message..."
          aria-invalid={isTooLong || undefined}
          onKey={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            submit();
          }}
        />
        <span className={clsx('n', isTooLong && 'over')} role="img" aria-label={describeRemaining(remaining)}>
          {remaining}
        </span>
      </div>
      <Button type="submit" busy={busy} disabled={isBlank(value)}>
        Message
      </Button>
    </form>
  );
}
