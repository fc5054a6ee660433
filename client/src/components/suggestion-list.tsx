import { Avatar } from './avatar.tsx';
import { countOf } from './counts.ts';
import type { Suggestion } from './suggest.ts';
import type { Suggesting } from './suggesting.ts';

type Props = Pick<Suggesting, 'items' | 'active' | 'take'> & { id: string };

/** What a mention or hashtag could become, below the text. The caret stays where it is; keys come from there. */
export function SuggestionList({ id, items, active, take }: Props) {
  return (
    <div className="menu suggestions" id={id} role="listbox" aria-label="Suggestions">
      {items.map((item, place) => (
        <div
          key={item.word}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          // Before a click takes focus from the text.
          onPointerDown={(event) => {
            event.preventDefault();
            take(item);
          }}
        >
          <Face of={item} />
        </div>
      ))}
    </div>
  );
}

function Face({ of }: { of: Suggestion }) {
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
