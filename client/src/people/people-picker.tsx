import type { ShortUser } from '@cruddur/shared';
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { isComposing } from '../base/ui/keyboard.ts';
import { Avatar } from './avatar.tsx';
import { Icon } from '../base/ui/icon.tsx';

type Props = {
  term: string;
  onTerm: (term: string) => void;
  /** The options, best first. */
  people: readonly ShortUser[];
  state: 'searching' | 'settled' | 'failed';
  /** The title of the list. */
  heading: string;
  onPick: (person: ShortUser) => void;
};

/** A combobox of people: arrows move the choice, Enter or a click picks it. The first option is chosen at the start. */
export function PeoplePicker({ term, onTerm, people, state, heading, onPick }: Props) {
  const id = useId();
  const [chosenHandle, setChosenHandle] = useState<string | null>(null);
  const chosenIndex = Math.max(
    0,
    people.findIndex(({ handle }) => handle === chosenHandle),
  );
  const chosen = people[chosenIndex];
  const optionId = ({ handle }: ShortUser) => `${id}-${handle}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || !chosen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) onPick(chosen);
    else setChosenHandle(people[(chosenIndex + step + people.length) % people.length]?.handle ?? null);
  };
  return (
    <div className="picker">
      <label className="search">
        <Icon of={Search} />
        <span className="vh">Find a person</span>
        <input
          type="text"
          role="combobox"
          data-autofocus=""
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Name or @handle"
          aria-expanded={people.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          value={term}
          onChange={(event) => {
            setChosenHandle(null);
            onTerm(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <p className="hint" role="status">
        {formatStatus({ state, heading, term, count: people.length })}
      </p>
      <ul role="listbox" id={`${id}-list`} aria-label={heading}>
        {people.map((person, index) => (
          <li
            key={person.handle}
            id={optionId(person)}
            role="option"
            className="person"
            aria-selected={index === chosenIndex}
            onPointerMove={() => setChosenHandle(person.handle)}
            onClick={() => onPick(person)}
          >
            <Avatar person={person} size="small" />
            <span className="person-name">
              <b>{person.display_name}</b>
              <span>@{person.handle}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function formatStatus({
  state,
  heading,
  term,
  count,
}: Pick<Props, 'state' | 'heading' | 'term'> & { count: number }): string {
  if (state === 'failed') return 'Search isn’t available right now';
  if (count > 0) return heading;
  if (state === 'searching') return 'Searching…';
  return term.trim() === '' ? 'No one here yet' : `No one found for “${term.trim()}”`;
}
