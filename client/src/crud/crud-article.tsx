import type { Activity } from '@cruddur/shared';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { openCardOnClick, openCardOnEnter } from './open-card.ts';

/** Where a card stands in its feed. */
export interface FeedPosition {
  /** Its time is up: the words fade before the row goes. */
  burning?: boolean;
  /** Where it stands in its feed, from 1, and of how many; -1 while nobody knows. */
  place?: number;
  total?: number;
}

type Props = FeedPosition & {
  activity: Activity;
  /** Ids of the elements that name it. */
  labelledBy: string;
  className?: string;
  children: ReactNode;
};

/** One article of a feed, as the ARIA practices want it, which opens its crud by a click anywhere and by Enter. */
export function CrudArticle({ activity, labelledBy, className, burning, place, total, children }: Props) {
  const { uuid, expires_at } = activity;
  return (
    <article
      className={classNames('crud', className, expires_at === null && 'plain', burning && 'burning')}
      aria-labelledby={labelledBy}
      aria-posinset={place}
      aria-setsize={total}
      data-crud={uuid}
      tabIndex={0}
      onClick={openCardOnClick}
      onKeyDown={openCardOnEnter}
    >
      {children}
    </article>
  );
}
