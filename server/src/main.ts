import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { loadConfig, readEnvironment } from './config/load-config.ts';
import { startOperatorServer } from './operate/operator-server.ts';
import { loginLine, sampleLogins } from './seed/sample-logins.ts';
import { openStore } from './store/open-store.ts';
import { createLogger, logLibraryWarnings, print, printError } from './wiring/logger.ts';
import { StartupError } from './config/startup-error.ts';

/**
 * How long tabs have to reconnect to another gateway; the drain ends early when all have left. A proxy may at first still route
 * some of them here. An embedded store has no other gateway.
 */
const DRAIN_MS = { postgres: 5000, embedded: 500 };
/** How long a start may continue after SIGTERM. A later exit loses no data. */
const FORCED_EXIT_MS = 15_000;

const PUBLISHED_PASSWORD =
  'sample people with a published password can sign in: delete their accounts, or use another store';

type CloseResource = () => Promise<void>;

/**
 * @param opened collects the opened resources, which are closed in reverse order
 * @param signal aborts the start between its steps
 */
async function start(opened: CloseResource[], signal: AbortSignal): Promise<void> {
  const config = loadConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  logLibraryWarnings(logger);
  const localPool = config.identity.kind === 'local';
  const samples = !config.production;
  const store = await openStore(config.store, { localPool, samples, logger, signal });
  opened.push(() => store.close());
  signal.throwIfAborted();
  const clientDir = fileURLToPath(new URL('../../client/dist', import.meta.url));
  const app = await createApp(config, { store, logger, clientDir });
  opened.push(() => app.close(DRAIN_MS[store.kind]));
  signal.throwIfAborted();
  // With PostgreSQL `npm run operate` works on the database itself.
  if (config.store.kind === 'embedded') {
    const { dataDir } = config.store;
    opened.push(await startOperatorServer({ dataDir, operate: app.operate, logger }));
  }
  signal.throwIfAborted();
  const { url } = await app.listen();
  print(`Cruddur is ready at ${url}`);
  if (!localPool) return;
  const logins = await sampleLogins(store);
  if (!config.production) for (const login of logins) print(loginLine(login));
  else if (logins.length > 0) logger.warn(PUBLISHED_PASSWORD);
}

async function closeAll(opened: CloseResource[]): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

function describeError(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  return `Cruddur could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

const opened: CloseResource[] = [];
const stopping = new AbortController();
const starting = start(opened, stopping.signal);

async function stop(): Promise<never> {
  stopping.abort();
  // A store that is half open must not be killed: the current step finishes, then everything is closed.
  const forcedExit = setTimeout(() => process.exit(0), FORCED_EXIT_MS);
  await starting.catch(() => undefined);
  clearTimeout(forcedExit);
  await closeAll(opened);
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
starting.catch(async (error: unknown) => {
  if (stopping.signal.aborted) return;
  printError(describeError(error));
  await closeAll(opened);
  process.exit(error instanceof StartupError ? error.exitCode : 1);
});
