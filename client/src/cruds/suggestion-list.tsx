import { Avatar } from '../people/avatar.tsx';
import { countOf } from './counts.ts';
import type { Autocomplete } from './use-autocomplete.ts';
import type { Suggestion } from '../people/suggestions.ts';

type Props = Pick<Autocomplete, 'items' | 'active' | 'accept'> & { id: string };

/** The completions of a mention or hashtag. Focus stays in the textarea, which handles the keys. */
export function SuggestionList({ id, items, active, accept }: Props) {
  return (
    <div className="menu suggestions" id={id} role="listbox" aria-label="Suggestions">
      {items.map((item, index) => (
        <div
          key={item.word}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // On pointerdown: a click would move focus out of the textarea first.
          onPointerDown={(event) => {
            event.preventDefault();
            accept(item);
          }}
        >
          <SuggestionContent of={item} />
        </div>
      ))}
    </div>
  );
}

function SuggestionContent({ of }: { of: Suggestion }) {
  if (of.kind === 'hashtag')
    return (
      <>
        <b>#{of.word}</b>
        <span className="end">{countOf(of.count, 'crud', 'cruds')}</span>
      </>
    );
  return (
    <>
      <Avatar person={of.person} size="small" />
      <b>{of.person.display_name}</b>
      <span className="end">@{of.word}</span>
    </>
  );
}
