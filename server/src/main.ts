import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { loadConfig, readEnvironment } from './config.ts';
import { createLogger, print, printFault } from './logger.ts';
import { loginLine, sampleLogins } from './seed/sample-logins.ts';
import { StartFault } from './start-fault.ts';
import { openStore } from './store/open-store.ts';

/** How long tabs have to move to another gateway before this one lets them go. */
const DRAIN_MS = 500;

async function start(): Promise<void> {
  const config = loadConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  const localPool = config.identity.kind === 'local';
  const store = await openStore(config.store, { localPool, logger });
  try {
    const clientDir = fileURLToPath(new URL('../../client/dist', import.meta.url));
    const app = await createApp(config, { store, logger, clientDir });
    const { url } = await app.listen();
    print(`Cruddur is ready at ${url}`);
    if (localPool) for (const login of await sampleLogins(store)) print(loginLine(login));
    stopOnSignals(async () => {
      await app.close(DRAIN_MS);
      await store.close();
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}

function stopOnSignals(close: () => Promise<void>): void {
  let closing: Promise<void> | undefined;
  const stop = () => {
    closing ??= close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

start().catch((error: unknown) => {
  const isFault = error instanceof StartFault;
  printFault(
    isFault
      ? error.message
      : `Cruddur could not start: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
  );
  process.exit(isFault ? error.exitCode : 1);
});
