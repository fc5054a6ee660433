import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Random bytes do not compress, so the value is stored out of line and its write needs free disk space. */
const FILLER_BYTES = 8 * 1024;

/** Commits a small write. One row for all gateways. */
export async function probeWrite(db: Db, now: Date): Promise<void> {
  const filler = randomBytes(FILLER_BYTES).toString('base64');
  await sql`insert into write_probe (id, at, filler) values (1, ${now}, ${filler})
    on conflict (id) do update set at = excluded.at, filler = excluded.filler`.execute(db);
}
