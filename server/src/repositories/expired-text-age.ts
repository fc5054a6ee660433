import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** How long the oldest expired text has been stored past its end, in seconds; 0 when none is. */
export async function expiredTextAge(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(expires_at) as oldest from activities where expires_at <= ${now}`.execute(db);
  const oldest = rows[0]?.oldest;
  return oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0;
}
