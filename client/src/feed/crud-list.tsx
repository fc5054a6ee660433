import type { Activity, ShortUser } from '@cruddur/shared';
import { useMemo, type ReactNode, type Ref } from 'react';
import { EmptyListState } from '../ui/empty-state.tsx';
import { type FeedCrud, type FeedHandle, type FeedRow, FeedRows } from './feed-rows.tsx';
import { MorePages, type Paging } from './load-more.tsx';
import type { PendingCrud } from '../compose/pending-rows.ts';
import { addPendingRows } from './add-pending-rows.ts';
import type { ActiveMutes } from '../compose/active-mutes.ts';
import { useRevealed } from './use-revealed.ts';
import { useUnexpired } from '../clock/use-expiry.ts';

interface Props<A extends Activity> {
  /** The feed's accessible name. */
  label: string;
  items: readonly A[];
  paging: Paging;
  /** Must keep its identity, like the two below. */
  noteOf?: (activity: A) => ReactNode;
  keyOf?: (activity: A) => string;
  /** The actor of an item that is shown as one line. */
  actorOf?: (activity: A) => ShortUser | undefined;
  empty?: ReactNode;
  /** The user's unsent cruds. */
  pending?: readonly PendingCrud[];
  /** Muted items collapse; without it they are shown. */
  mutes?: ActiveMutes | null;
  /** Reads and restores the scroll position. */
  handle?: Ref<FeedHandle>;
}

const NONE: readonly PendingCrud[] = [];

/** A feed with expiry, paging and empty state. */
export function CrudList<A extends Activity>(props: Props<A>) {
  const { label, items, paging, noteOf, keyOf, actorOf, empty, pending = NONE, mutes, handle } = props;
  const { revealed, reveal } = useRevealed();
  const unexpired = useUnexpired(items);
  const rows = useMemo(() => {
    // A pending row has the uuid of its crud; the crud's event may arrive before the row leaves the outbox.
    const delivered = new Set(pending.length > 0 ? items.map(({ uuid }) => uuid) : []);
    const undelivered = pending.filter(({ activity }) => !delivered.has(activity.uuid));
    const deliveredRows = unexpired.map((activity): FeedRow => {
      // `noteOf` takes the list's own type `A`, and only ever gets items of this list.
      const actor = actorOf?.(activity);
      const note = noteOf && { noteOf: noteOf as FeedCrud['noteOf'] };
      const reason = revealed.has(activity.uuid) ? null : (mutes?.reasonFor(activity) ?? null);
      const muted = reason !== null && { muted: { reason, onShow: reveal } };
      const crud = { activity, ...note, ...(actor && { actor }), ...muted };
      return { key: keyOf?.(activity) ?? activity.uuid, crud };
    });
    return addPendingRows(deliveredRows, undelivered);
  }, [unexpired, items, pending, keyOf, noteOf, actorOf, mutes, revealed, reveal]);
  if (rows.length === 0 && !paging.hasNextPage) return empty ?? <EmptyListState />;
  return (
    <>
      <FeedRows
        label={label}
        rows={rows}
        isBusy={paging.isFetchingNextPage}
        isComplete={!paging.hasNextPage}
        handle={handle}
      />
      <MorePages paging={paging} />
    </>
  );
}
