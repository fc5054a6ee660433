import { loadMigratedDatabase } from './load-migrated-database.ts';
import { prepareSeededFolder } from './seeded-folder.ts';

/** Creates what tests copy before any of them: three workers that each created it exceeded the hook timeout on a busy machine. */
export default async function prepareStores(): Promise<void> {
  await Promise.all([loadMigratedDatabase(), prepareSeededFolder()]);
}
