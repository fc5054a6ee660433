import type { Kysely } from 'kysely';
import { completeCounters } from '../repositories/migrations/complete-counters.ts';
import { applyExpandMigrations } from './apply-expand-migrations.ts';
import { allMigrations } from './migrations.ts';

/**
 * Brings a store to this version's shape: the expand migrations, then what they leave to be done beside running gateways.
 * @returns the names of the migrations that ran
 * @throws StartFault when a later version has changed the store too much
 */
export async function migrateStore<T>(db: Kysely<T>): Promise<string[]> {
  const ran = await applyExpandMigrations(db, allMigrations);
  await completeCounters(db);
  return ran;
}
