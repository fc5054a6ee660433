import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { seedStore } from '../seed/seed.ts';
import { loadRows } from '../store/backup/rows.ts';
import type { InitialiseTask } from '../store/initialise-store.ts';
import { openPGlite } from '../store/open-pglite.ts';

/** Beside the built program; where it runs from its sources, PGlite makes the files itself. */
const NEW_CLUSTER = new URL('cluster.tar.gz', import.meta.url);

/** The child process of `initialiseStore`: creates one embedded store and exits. */
async function main(task: InitialiseTask): Promise<void> {
  const cluster = existsSync(NEW_CLUSTER) && { loadDataDir: new Blob([await readFile(NEW_CLUSTER)]) };
  const options = { dataDir: task.dir, ...cluster };
  if (task.rowsOf !== undefined) {
    await loadRows(task.rowsOf, options);
    return;
  }
  const store = await openPGlite(options);
  if (task.samples) await seedStore(store, { localPool: task.localPool, logins: true, now: new Date() });
  await store.close();
}

// Without the parent process the store is not needed.
const exitWhenOrphaned = () => process.exit(1);
process.once('disconnect', exitWhenOrphaned);
await main(JSON.parse(process.argv[2] ?? '') as InitialiseTask);
process.off('disconnect', exitWhenOrphaned);
process.disconnect();
