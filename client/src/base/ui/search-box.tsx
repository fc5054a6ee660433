import { SEARCH_TERM_MAX } from '@cruddur/shared';
import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react';
import { paths } from '../paths.ts';
import { Icon, IconButton } from './icon.tsx';
import { useEarlyInput } from './use-early-input.ts';

type Props = {
  /** The term of the shown results; empty for none. */
  term: string;
  /** Receives the trimmed term, which may be empty. */
  onSubmit: (term: string) => void;
  /** Receives the trimmed term while the user types, after a pause, and at once when the field is cleared. */
  onType?: ((term: string) => void) | undefined;
};

const PAUSE_MS = 200;

/** The search field, with a hint of its shortcut. Its text follows `term`. */
export function SearchBox({ term, onSubmit, onType }: Props) {
  const [value, setValue] = useState(term);
  const [previousTerm, setPreviousTerm] = useState(term);
  /** Reported terms that are not the shown one yet: the field may have a newer text by then. */
  const [reported, setReported] = useState<readonly string[]>([]);
  const field = useEarlyInput(value, setValue);
  if (previousTerm !== term) {
    setPreviousTerm(term);
    if (!reported.includes(term)) setValue(term);
    setReported(reported.slice(reported.indexOf(term) + 1));
  }
  const report = (next: string) => {
    if (!onType || next === term) return;
    setReported([...reported, next]);
    onType(next);
  };
  const reportTerm = useEffectEvent(() => report(value.trim()));
  useEffect(() => {
    const timer = setTimeout(() => reportTerm(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Hides the on-screen keyboard, which would cover the results.
    if (matchMedia('(pointer: coarse)').matches) field.current?.blur();
    onSubmit(value.trim());
  };
  const clear = () => {
    setValue('');
    report('');
    // The pressed button unmounts and would lose focus.
    field.current?.focus();
  };
  return (
    // Before hydration the browser submits it.
    <form role="search" action={paths.search} onSubmit={submit}>
      <div className="search">
        <label>
          <Icon of={Search} />
          <span className="vh">Search</span>
          <input
            ref={field}
            type="search"
            name="term"
            placeholder="Search Cruddur"
            enterKeyHint="search"
            maxLength={SEARCH_TERM_MAX}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        </label>
        {value === '' ? (
          <kbd aria-hidden="true">/</kbd>
        ) : (
          <IconButton label="Clear" icon={X} onClick={clear} />
        )}
      </div>
    </form>
  );
}
