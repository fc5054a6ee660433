import type { Activity, ShortUser } from '@cruddur/shared';
import { useMemo, type ReactNode, type Ref, useCallback, useState } from 'react';
import { EmptyListState } from '../base/ui/empty-state.tsx';
import { type FeedCrud, type FeedHandle, type FeedRow, FeedRows } from './feed-rows.tsx';
import { MorePages, type Paging } from './load-more.tsx';
import type { PendingCrud } from '../cruds/pending-rows.ts';
import type { ActiveMutes } from '../safety/use-mutes.ts';
import { useUnexpired } from '../cruds/use-expiry.ts';
import { flushSync } from 'react-dom';

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

/**
 * Adds unsent cruds to rows, both newest first. Waiting ones are on top, because the server will date them; failed ones keep the
 * place of the time at which they were written.
 */
export function addPendingRows(rows: readonly FeedRow[], pending: readonly PendingCrud[]): FeedRow[] {
  const isWaiting = ({ outbox }: PendingCrud) => outbox.kind === 'waiting';
  const placed = pending.filter((crud) => !isWaiting(crud)).reduceRight(insertByTime, [...rows]);
  return [...pending.filter(isWaiting).map(toRow), ...placed];
}

/** Inserts a crud above the first row that is not newer. A repost has the time of its crud, which places nothing. */
function insertByTime(rows: FeedRow[], failed: PendingCrud): FeedRow[] {
  const { created_at } = failed.activity;
  const below = rows.findIndex(
    ({ crud: { activity } }) => !activity.reposted_by && activity.created_at <= created_at,
  );
  return rows.toSpliced(below === -1 ? rows.length : below, 0, toRow(failed));
}

function toRow(crud: PendingCrud): FeedRow {
  return { key: crud.activity.uuid, crud };
}

/** The muted items of a list that the reader has opened. `reveal` keeps its identity. */
function useRevealed(): { revealed: ReadonlySet<string>; reveal: (uuid: string) => void } {
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set());
  const reveal = useCallback((uuid: string) => {
    flushSync(() => setRevealed((before) => new Set([...before, uuid])));
    // The pressed button is gone.
    document.querySelector<HTMLElement>(`[role=feed] [data-crud="${uuid}"]`)?.focus({ preventScroll: true });
  }, []);
  return { revealed, reveal };
}
