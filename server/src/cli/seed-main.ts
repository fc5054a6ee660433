import { loadConfig, readEnvironment } from '../config/load-config.ts';
import { loginLine, sampleLogins } from '../seed/sample-logins.ts';
import { seedStore } from '../seed/seed.ts';
import { openStore } from '../store/open-store.ts';
import { createLogger, print, printError } from '../wiring/logger.ts';
import { StartupError } from '../config/startup-error.ts';

/** `npm run seed`: adds the sample people to a store without people. */
async function main(): Promise<void> {
  const config = loadConfig(readEnvironment());
  const localPool = config.identity.kind === 'local';
  const logger = createLogger(config.logLevel);
  const store = await openStore(config.store, { localPool, logger, samples: !config.production });
  try {
    const seeded = await seedStore(store, { localPool, logins: !config.production, now: new Date() });
    print(seeded ? 'The sample people were added.' : 'The store has people already; nothing was changed.');
    if (!config.production) for (const login of await sampleLogins(store)) print(loginLine(login));
  } finally {
    await store.close();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  printError(error.message);
  process.exitCode = error.exitCode;
}
