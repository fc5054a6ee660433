import type { ShortUser } from '@cruddur/shared';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Avatar } from './avatar.tsx';
import { countOf } from './counts.ts';
import { Icon } from './icon.tsx';

type Props = {
  count: number;
  /** The latest authors; three are shown. */ people: readonly ShortUser[];
  onShow: () => void;
};

/** New cruds wait in the header, so that nothing moves that is being read. The shortcut for new cruds looks for the mark. */
export function NewCrudsPill({ count, people, onShow }: Props) {
  return (
    <button type="button" className="pill" data-shows-new="" onClick={onShow}>
      {people.slice(0, 3).map((person) => (
        <Avatar key={person.handle} person={person} size="tiny" />
      ))}
      <span>{countOf(count, 'new crud', 'new cruds')}</span>
      <Icon of={ArrowUp} size="small" />
    </button>
  );
}

/** What the pill becomes once the new cruds were shown. */
export function ReturnPill({ onReturn }: { onReturn: () => void }) {
  return (
    <button type="button" className="pill quiet" onClick={onReturn}>
      <Icon of={ArrowDown} size="small" />
      <span>Back to where you were</span>
    </button>
  );
}
