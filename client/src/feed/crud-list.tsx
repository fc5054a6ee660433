import type { Activity, ShortUser } from '@cruddur/shared';
import { useMemo, type ReactNode, type Ref } from 'react';
import { EmptyListState } from '../ui/empty-state.tsx';
import { FeedRows, type FeedHandle, type FeedRow } from './feed-rows.tsx';
import type { FeedCrud } from './expiring-crud.tsx';
import { MorePages, type Paging } from './more-pages.tsx';
import type { PendingCrud } from '../outbox/pending-rows.ts';
import { useUnexpired } from './use-unexpired.ts';

interface Props<A extends Activity> {
  /** For ears: what this list is. */
  label: string;
  items: readonly A[];
  paging: Paging;
  /** Must keep its identity, as the one below. */
  noteOf?: (activity: A) => ReactNode;
  keyOf?: (activity: A) => string;
  /** Whose doing an item tells of, where it is to take one line. Must keep its identity too. */
  actorOf?: (activity: A) => ShortUser | undefined;
  empty?: ReactNode;
  /** What goes on top before the server has it. */
  pending?: readonly PendingCrud[];
  /** Lets the screen leave a place in the list and come back to it. */
  handle?: Ref<FeedHandle>;
}

const NONE: readonly PendingCrud[] = [];

/** A list of cruds with its expiry, its end and its emptiness. */
export function CrudList<A extends Activity>(props: Props<A>) {
  const { label, items, paging, noteOf, keyOf, actorOf, empty, pending = NONE, handle } = props;
  const unexpired = useUnexpired(items);
  const rows = useMemo(() => {
    // Pending row and crud are one and the same: whichever is told of first, it is there once.
    const delivered = new Set(pending.length > 0 ? items.map(({ uuid }) => uuid) : []);
    const waiting = pending.filter(({ activity }) => !delivered.has(activity.uuid));
    return [
      ...waiting.map((crud): FeedRow => ({ key: crud.activity.uuid, crud })),
      ...unexpired.map((activity): FeedRow => {
        // Each list knows more of its own activities, and its notes are only ever of those.
        const actor = actorOf?.(activity);
        const note = noteOf && { noteOf: noteOf as FeedCrud['noteOf'] };
        const crud = { activity, ...note, ...(actor && { actor }) };
        return { key: keyOf?.(activity) ?? activity.uuid, crud };
      }),
    ];
  }, [unexpired, items, pending, keyOf, noteOf, actorOf]);
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
