import { loadMigratedDatabase } from './load-migrated-database.ts';

/** Makes the file before any test does: three workers that each made it took longer than a hook may on a busy machine. */
export default async function prepareDatabase(): Promise<void> {
  await loadMigratedDatabase();
}
