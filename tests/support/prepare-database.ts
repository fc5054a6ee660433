import { loadMigratedDatabase } from './load-migrated-database.ts';

/** Creates the file before any test: three workers that each created it exceeded the hook timeout on a busy machine. */
export default async function prepareDatabase(): Promise<void> {
  await loadMigratedDatabase();
}
