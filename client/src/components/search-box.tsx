import { Search } from 'lucide-react';
import type { Ref, SubmitEvent } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  /** With the trimmed term, which may be blank. */
  onSubmit: (term: string) => void;
  /** For the shortcut `/`, which the field announces. */
  inputRef?: Ref<HTMLInputElement>;
};

export function SearchBox({ value, onChange, onSubmit, inputRef }: Props) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit(value.trim());
  };
  return (
    <form role="search" onSubmit={submit}>
      <label className="search">
        <Icon of={Search} />
        <span className="vh">Search</span>
        <input
          ref={inputRef}
          type="search"
          name="term"
          placeholder="Search Cruddur"
          enterKeyHint="search"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
    </form>
  );
}
