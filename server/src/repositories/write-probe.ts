import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Random, so that no compression makes it small: it needs room beside its row. */
const FILLER_BYTES = 8 * 1024;

/** A small write, committed. One row for all gateways. */
export async function probeWrite(db: Db, now: Date): Promise<void> {
  const filler = randomBytes(FILLER_BYTES).toString('base64');
  await sql`insert into write_probe (id, at, filler) values (1, ${now}, ${filler})
    on conflict (id) do update set at = excluded.at, filler = excluded.filler`.execute(db);
}
