import type { PendingCrud } from '../compose/pending-rows.ts';
import type { FeedRow } from './feed-rows.tsx';

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
