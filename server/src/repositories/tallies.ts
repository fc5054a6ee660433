import { sql, type RawBuilder } from 'kysely';
import type { Db, TallyKind } from './tables.ts';

/** Subjects per transaction; `tally` locks 128 at most. */
const BATCH = 100;

/**
 * The total of a subject, or null if it was never counted.
 * @param subject a column or expression of type uuid
 */
export function tallyTotal(kind: TallyKind, subject: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`(select t.total + coalesce((
      select sum(c.change) from tally_changes c where c.kind = t.kind and c.subject = t.subject
    ), 0)::bigint from tallies t where t.kind = ${sql.lit(kind)} and t.subject = (${subject})::text collate "C")`;
}

/** Adds pending changes to their totals, so that readers have few to sum. */
export async function foldTallies(db: Db): Promise<void> {
  let last = { kind: '', subject: '' };
  for (;;) {
    const { rows } = await sql<{ kind: string; subject: string }>`
      select distinct kind, subject from tally_changes
      where (kind, subject) > (${last.kind}, ${last.subject} collate "C") order by kind, subject limit ${BATCH}`.execute(
      db,
    );
    const end = rows.at(-1);
    if (!end) return;
    last = end;
    const [kinds, subjects] = [rows.map(({ kind }) => kind), rows.map(({ subject }) => subject)];
    await sql`select add_to_tallies(${kinds}, ${subjects}, array_fill(0::bigint, array[${rows.length}::int]))`.execute(
      db,
    );
  }
}
