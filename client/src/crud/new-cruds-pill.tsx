import type { ShortUser } from '@cruddur/shared';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Avatar } from '../people/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { countOf } from './counts.ts';
import { Icon } from '../ui/icon.tsx';

type Props = {
  /** So many wait; 0 once they were shown: then it leads back. */
  count: number;
  /** The latest authors, maybe several times; three faces are shown. */
  people: readonly ShortUser[];
  onPress: () => void;
};

/**
 * New cruds wait in the header, so that nothing moves that is being read. Pressed, it becomes the way back: the same button,
 * so that it keeps focus. The shortcut for new cruds looks for the mark.
 */
export function NewCrudsPill({ count, people, onPress }: Props) {
  const isBack = count === 0;
  const faces = [...new Map(people.map((person) => [person.handle, person])).values()].slice(0, 3);
  return (
    <button
      type="button"
      className={classNames('pill', isBack && 'quiet')}
      data-shows-new={isBack ? undefined : ''}
      onClick={onPress}
    >
      {isBack && <Icon of={ArrowDown} size="small" />}
      {!isBack && faces.map((person) => <Avatar key={person.handle} person={person} size="tiny" />)}
      <span>{isBack ? 'Back to where you were' : countOf(count, 'new crud', 'new cruds')}</span>
      {!isBack && <Icon of={ArrowUp} size="small" />}
    </button>
  );
}
