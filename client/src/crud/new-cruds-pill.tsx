import type { ShortUser } from '@cruddur/shared';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Avatar } from '../people/avatar.tsx';
import { clsx } from 'clsx';
import { countOf } from './counts.ts';
import { Icon } from '../ui/icon.tsx';

type Props = {
  /** The buffered cruds; 0 turns the pill into the way back. */
  count: number;
  /** There are more than `count`. */
  hasMore?: boolean;
  /** The authors, possibly repeated; three avatars are shown. */
  people: readonly ShortUser[];
  onPress: () => void;
};

/**
 * Buffered new cruds are announced in the header, so that the list does not move. After a press the same element becomes the way
 * back, which keeps focus. The shortcut for new cruds finds it by `data-shows-new`.
 */
export function NewCrudsPill({ count, hasMore = false, people, onPress }: Props) {
  const isBack = count === 0 && !hasMore;
  const faces = [...new Map(people.map((person) => [person.handle, person])).values()].slice(0, 3);
  return (
    <button
      type="button"
      className={clsx('pill', isBack && 'quiet')}
      data-shows-new={isBack ? undefined : ''}
      onClick={onPress}
    >
      <Icon of={isBack ? ArrowDown : ArrowUp} size="small" />
      <span className="n">{isBack ? 'Back to where you were' : formatCount(count, hasMore)}</span>
      {!isBack && faces.map((person) => <Avatar key={person.handle} person={person} size="tiny" />)}
    </button>
  );
}

function formatCount(count: number, hasMore: boolean): string {
  if (!hasMore) return countOf(count, 'new crud', 'new cruds');
  return count === 0 ? 'New cruds' : `${count}+ new cruds`;
}
