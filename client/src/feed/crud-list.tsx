import type { Activity, ShortUser } from '@cruddur/shared';
import { useMemo, type ReactNode, type Ref, useCallback, useState } from 'react';
import { EmptyListState } from '../base/ui/empty-state.tsx';
import { type FeedCrud, type FeedHandle, type FeedRow, FeedRows } from './feed-rows.tsx';
import { MorePages, type Paging } from './load-more.tsx';
import type { PendingCrud } from '../cruds/pending-rows.ts';
import type { ActiveMutes } from '../safety/use-mutes.ts';
import { expiryTime, useUnexpired } from '../cruds/use-expiry.ts';
import { useSavedFeed } from './use-feed-virtualizer.ts';
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
  /** Many cruds in a row by one person collapse, unless they have been shown. Not together with `mutes`. */
  foldsRuns?: boolean;
  /** Reads and restores the scroll position. */
  handle?: Ref<FeedHandle>;
}

const NONE: readonly PendingCrud[] = [];

/** A feed with expiry, paging and empty state. */
export function CrudList<A extends Activity>(props: Props<A>) {
  const { label, items, paging, noteOf, keyOf, actorOf, empty, pending = NONE, mutes, handle } = props;
  const { foldsRuns = false } = props;
  const { revealed, reveal, keepShown } = useRevealed(label);
  const unexpired = useUnexpired(items);
  const { rows, shown, endsFolded } = useMemo(() => {
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
    const foldedRows = foldsRuns ? foldRuns(deliveredRows, revealed, reveal) : deliveredRows;
    const allRows = addPendingRows(foldedRows, undelivered);
    const unfolded = foldsRuns ? allRows.filter(({ crud }) => !crud.folded) : [];
    const uuids = unfolded.map(({ crud }) => crud.activity.uuid).filter((uuid) => !revealed.has(uuid));
    return { rows: allRows, shown: uuids, endsFolded: foldedRows.at(-1)?.crud.folded !== undefined };
  }, [unexpired, items, pending, keyOf, noteOf, actorOf, mutes, foldsRuns, revealed, reveal]);
  // When the cruds between two runs go, the joined run hides none that is being read.
  if (shown.length > 0) keepShown(shown);
  if (rows.length === 0 && !paging.hasNextPage) return empty ?? <EmptyListState />;
  return (
    <>
      <FeedRows
        label={label}
        rows={rows}
        revealed={revealed}
        isBusy={paging.isFetchingNextPage}
        isComplete={!paging.hasNextPage}
        handle={handle}
      />
      <MorePages paging={paging} onRequestOnly={endsFolded} />
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

/** The cruds of a run that are shown; the following ones share a row. */
const UNFOLDED = 3;

/**
 * Folds the runs of a list, which are consecutive cruds of one person: those behind the first three that are not revealed. Their
 * row has the key of the first of them, which takes its place once they are opened.
 */
export function foldRuns(
  rows: readonly FeedRow[],
  revealed: ReadonlySet<string>,
  reveal: (...uuids: string[]) => void,
): FeedRow[] {
  const authorOf = (row: FeedRow | undefined) => row?.crud.activity.cognito_user_uuid;
  let runLength = 0;
  const areFolded = rows.map((row, index) => {
    runLength = authorOf(row) === authorOf(rows[index - 1]) ? runLength + 1 : 1;
    return runLength > UNFOLDED && !revealed.has(row.crud.activity.uuid);
  });
  return rows.flatMap((row, index): FeedRow[] => {
    if (!areFolded[index]) return [row];
    // Every run begins unfolded, so this one is in the row of the one above.
    if (areFolded[index - 1]) return [];
    const end = areFolded.indexOf(false, index);
    const cruds = rows.slice(index, end === -1 ? rows.length : end).map(({ crud }) => crud.activity);
    const expiries = cruds.map(expiryTime).sort((a, b) => a - b);
    const folded = { expiries, onShow: () => reveal(...cruds.map(({ uuid }) => uuid)) };
    return [{ key: row.key, crud: { ...row.crud, folded } }];
  });
}

/**
 * The items of a list that do not collapse: the opened ones, and those of `keepShown`; those of this history entry from the
 * beginning. `reveal` keeps its identity.
 */
function useRevealed(label: string) {
  const { saved } = useSavedFeed(label);
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(() => saved?.revealed ?? new Set());
  const keepShown = (uuids: readonly string[]) => setRevealed(new Set([...revealed, ...uuids]));
  const reveal = useCallback((...uuids: string[]) => {
    flushSync(() => setRevealed((before) => new Set([...before, ...uuids])));
    // The pressed button is gone.
    const [first = ''] = uuids;
    document.querySelector<HTMLElement>(`[role=feed] [data-crud="${first}"]`)?.focus({ preventScroll: true });
  }, []);
  return { revealed, reveal, keepShown };
}
