import { sql, type Kysely } from 'kysely';

export interface TablesToLock {
  /** Tables that get a trigger or an index: blocks writes. */
  againstWrites?: readonly string[];
  /** Tables that get a column: blocks reads and writes. */
  against?: readonly string[];
}

/**
 * Locks tables until the migration's transaction ends, while gateways read and write them. Each attempt waits 100 ms at most and
 * gets all locks or none: a wait for one table while holding another could deadlock with a writer, and all later statements queue
 * behind a pending lock.
 */
export async function lockTables(
  db: Kysely<unknown>,
  { againstWrites = [], against = [] }: TablesToLock,
): Promise<void> {
  const locks = [
    ...againstWrites.map((table) => `lock table ${table} in share row exclusive mode;`),
    ...against.map((table) => `lock table ${table} in access exclusive mode;`),
  ].join(' ');
  await sql
    .raw(
      `do $$
      begin
        for attempt in 1..200 loop
          begin
            perform set_config('lock_timeout', '100ms', true);
            ${locks}
            perform set_config('lock_timeout', '0', true);
            return;
          exception when lock_not_available or deadlock_detected then
            perform pg_sleep(0.05 + random() * 0.2);
          end;
        end loop;
        raise exception 'the tables are locked by others for too long' using errcode = 'lock_not_available';
      end
      $$`,
    )
    .execute(db);
}
