import { sql, type Kysely } from 'kysely';

export interface TablesToLock {
  /** For a trigger or an index: nothing is written there meanwhile. */
  againstWrites?: readonly string[];
  /** For a new column: nothing is read there either. */
  against?: readonly string[];
}

/**
 * Locks tables until the migration's transaction ends, while gateways read and write them. Each try waits 100 ms at most and
 * gets all or nothing: waiting for one table with another in hand could deadlock with a writer, and everybody who comes later
 * queues behind a lock that is waited for.
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
