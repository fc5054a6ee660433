import { Search } from 'lucide-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  /** What the page shows the finds of; empty when nothing was looked for. */
  term: string;
  /** With the trimmed term, which may be blank. */
  onSubmit: (term: string) => void;
};

/** The field of the search, which announces its shortcut and follows what is looked for. */
export function SearchBox({ term, onSubmit }: Props) {
  const [value, setValue] = useState(term);
  const [previousTerm, setBefore] = useState(term);
  const field = useRef<HTMLInputElement>(null);
  if (previousTerm !== term) {
    setBefore(term);
    setValue(term);
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // A keyboard on the screen would stand before what is found.
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
