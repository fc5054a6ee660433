import { loadConfig, readEnvironment } from './config.ts';
import { createLogger, print, printFault } from './logger.ts';
import { loginLine, sampleLogins } from './seed/sample-logins.ts';
import { seed } from './seed/seed.ts';
import { StartFault } from './start-fault.ts';
import { openStore } from './store/open-store.ts';

/** `npm run seed`: sample people for a store that has nobody yet. */
async function main(): Promise<void> {
  const config = loadConfig(readEnvironment());
  const localPool = config.identity.kind === 'local';
  const store = await openStore(config.store, { localPool, logger: createLogger(config.logLevel) });
  try {
    const seeded = await seed(store, { localPool, now: new Date() });
    print(seeded ? 'Sample people have moved in.' : 'There are people already; nothing was changed.');
    for (const login of await sampleLogins(store)) print(loginLine(login));
  } finally {
    await store.close();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartFault)) throw error;
  printFault(error.message);
  process.exitCode = error.exitCode;
}
