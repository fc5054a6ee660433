import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  /** With the trimmed term, which may be blank. */
  onSubmit: (term: string) => void;
};

/** The field of the search, which announces its shortcut. */
export function SearchBox({ value, onChange, onSubmit }: Props) {
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
