import type { Kysely } from 'kysely';
import { completeCounters } from '../repositories/migrations/complete-counters.ts';
import { applyExpandMigrations } from './apply-expand-migrations.ts';
import { allMigrations } from './migrations.ts';

/**
 * Migrates a store: the expand migrations, then the work that they leave for when gateways run.
 * @returns the names of the applied migrations
 * @throws StartupError when a later version has made the store incompatible
 */
export async function migrateStore<T>(db: Kysely<T>): Promise<string[]> {
  const ran = await applyExpandMigrations(db, allMigrations);
  await completeCounters(db);
  return ran;
}
