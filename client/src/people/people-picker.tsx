import type { ShortUser } from '@cruddur/shared';
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { Avatar } from './avatar.tsx';
import { Icon } from '../ui/icon.tsx';

type Props = {
  term: string;
  onTerm: (term: string) => void;
  /** Who is to choose from, best first. */
  people: readonly ShortUser[];
  state: 'looking' | 'settled' | 'failed';
  /** Above them: who they are. */
  heading: string;
  onPick: (person: ShortUser) => void;
};

/** A field with a list of people below it: arrows choose, Enter takes, as does a click. The first one is chosen already. */
export function PeoplePicker({ term, onTerm, people, state, heading, onPick }: Props) {
  const id = useId();
  const [wanted, setWanted] = useState<string | null>(null);
  const chosenIndex = Math.max(
    0,
    people.findIndex(({ handle }) => handle === wanted),
  );
  const chosen = people[chosenIndex];
  const optionId = ({ handle }: ShortUser) => `${id}-${handle}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !chosen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) onPick(chosen);
    else setWanted(people[(chosenIndex + step + people.length) % people.length]?.handle ?? null);
  };
  return (
    <div className="picker">
      <label className="search">
        <Icon of={Search} />
        <span className="vh">Find somebody</span>
        <input
          type="text"
          role="combobox"
          data-begin=""
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
            setWanted(null);
            onTerm(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <p className="hint" role="status">
        {statusText({ state, heading, count: people.length })}
      </p>
      <ul role="listbox" id={`${id}-list`} aria-label={heading}>
        {people.map((person, index) => (
          <li
            key={person.handle}
            id={optionId(person)}
            role="option"
            className="person"
            aria-selected={index === chosenIndex}
            onPointerMove={() => setWanted(person.handle)}
            onClick={() => onPick(person)}
          >
            <Avatar person={person} size="small" />
            <span className="who">
              <b>{person.display_name}</b>
              <span>@{person.handle}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function statusText({ state, heading, count }: Pick<Props, 'state' | 'heading'> & { count: number }): string {
  if (state === 'failed') return 'Could not look for people just now';
  if (count > 0) return heading;
  return state === 'looking' ? 'Looking…' : 'Nobody here by that name';
}
