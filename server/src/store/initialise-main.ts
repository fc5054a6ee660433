import { seed } from '../seed/seed.ts';
import type { InitialiseTask } from './initialise.ts';
import { openPGlite } from './open-pglite.ts';

/** The program behind `initialise`: makes one embedded store and ends. */
async function main(task: InitialiseTask): Promise<void> {
  const store = await openPGlite({ dataDir: task.dir });
  await seed(store, { localPool: task.localPool, now: new Date() });
  await store.close();
}

// Nobody waits for the store once the starter is gone.
const alone = () => process.exit(1);
process.once('disconnect', alone);
await main(JSON.parse(process.argv[2] ?? '') as InitialiseTask);
process.off('disconnect', alone);
process.disconnect();
