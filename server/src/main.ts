import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { loadConfig, readEnvironment } from './config.ts';
import { createLogger, print, printFault } from './logger.ts';
import { loginLine, sampleLogins } from './seed/sample-logins.ts';
import { StartFault } from './start-fault.ts';
import { openStore } from './store/open-store.ts';

/** How long tabs have to move to another gateway before this one lets them go; beside an embedded store there is none. */
const DRAIN_MS = { postgres: 2000, embedded: 500 };
/** How long a start that was told to stop may go on; after that a kill harms nothing either. */
const STARTING_MS = 15_000;

type Undo = () => Promise<void>;

/**
 * @param opened what has been opened so far, to be closed in the opposite order, whenever the end comes
 * @param signal the wish to stop; what is under way then is finished or given up, and nothing new is begun
 */
async function start(opened: Undo[], signal: AbortSignal): Promise<void> {
  const config = loadConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  const localPool = config.identity.kind === 'local';
  const store = await openStore(config.store, { localPool, logger, signal });
  opened.push(() => store.close());
  signal.throwIfAborted();
  const clientDir = fileURLToPath(new URL('../../client/dist', import.meta.url));
  const app = await createApp(config, { store, logger, clientDir });
  opened.push(() => app.close(DRAIN_MS[store.kind]));
  signal.throwIfAborted();
  const { url } = await app.listen();
  print(`Cruddur is ready at ${url}`);
  if (localPool) for (const login of await sampleLogins(store)) print(loginLine(login));
}

async function closeAll(opened: Undo[]): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

function describe(error: unknown): string {
  if (error instanceof StartFault) return error.message;
  return `Cruddur could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

const opened: Undo[] = [];
const stopping = new AbortController();
const starting = start(opened, stopping.signal);

async function stop(): Promise<never> {
  stopping.abort();
  // A half-open store is no place to stop: what began is finished, and then closed.
  const patience = setTimeout(() => process.exit(0), STARTING_MS);
  await starting.catch(() => undefined);
  clearTimeout(patience);
  await closeAll(opened);
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
starting.catch(async (error: unknown) => {
  if (stopping.signal.aborted) return;
  printFault(describe(error));
  await closeAll(opened);
  process.exit(error instanceof StartFault ? error.exitCode : 1);
});
