import { Search } from 'lucide-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  /** The term of the shown results; empty for none. */
  term: string;
  /** Receives the trimmed term, which may be empty. */
  onSubmit: (term: string) => void;
};

/** The search field, with a hint of its shortcut. Its text follows `term`. */
export function SearchBox({ term, onSubmit }: Props) {
  const [value, setValue] = useState(term);
  const [previousTerm, setPreviousTerm] = useState(term);
  const field = useRef<HTMLInputElement>(null);
  if (previousTerm !== term) {
    setPreviousTerm(term);
    setValue(term);
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Hides the on-screen keyboard, which would cover the results.
    if (matchMedia('(pointer: coarse)').matches) field.current?.blur();
    onSubmit(value.trim());
  };
  return (
    <form role="search" onSubmit={submit}>
      <label className="search">
        <Icon of={Search} />
        <span className="vh">Search</span>
        <input
          ref={field}
          type="search"
          name="term"
          placeholder="Search Cruddur"
          enterKeyHint="search"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
    </form>
  );
}
