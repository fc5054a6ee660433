import { Search } from 'lucide-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  /** What the page shows the finds of; empty when nothing was looked for. */
  asked: string;
  /** With the trimmed term, which may be blank. */
  onSubmit: (term: string) => void;
};

/** The field of the search, which announces its shortcut and follows what is looked for. */
export function SearchBox({ asked, onSubmit }: Props) {
  const [value, setValue] = useState(asked);
  const [before, setBefore] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  if (before !== asked) {
    setBefore(asked);
    setValue(asked);
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
