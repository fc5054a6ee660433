import { formatCursor, type Counts } from '@cruddur/shared';
import { sql } from 'kysely';
import { REPLIES_COUNT } from './activity-rows.ts';
import type { Db } from './tables.ts';

interface CountsRow {
  uuid: string;
  version: number;
  likes_count: number;
  reposts_count: number;
  replies_count: number;
  head: number;
  head_tag: string;
}

/** Reads the counts of cruds; deleted cruds are left out. */
export type ReadCounts = (uuids: readonly string[]) => Promise<Counts[]>;

/**
 * One statement, so counts, version and cursor are of one snapshot. The version orders the snapshots of all gateways: a later
 * snapshot has a higher xmax, or the same xmax and fewer transactions in progress.
 */
export function createCountsReads(db: Db): ReadCounts {
  return async (uuids) => {
    const { rows } = await sql<CountsRow>`
      select a.uuid, a.likes_count, a.reposts_count,
        ${REPLIES_COUNT} as replies_count,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint * 1024 + 1023 - least(1023,
          (select count(*) from pg_snapshot_xip(pg_current_snapshot()))) as version,
        p.head, p.head_tag
      from streams p join activities a on a.uuid = any(${[...uuids]}::uuid[])
      where p.id = 'public'`.execute(db);
    return rows.map(({ head, head_tag, ...counts }) => ({
      ...counts,
      as_of: formatCursor({ seq: head, tag: head_tag }),
    }));
  };
}
