/**
 * The gateway of the attacks: as the program starts it, but push services are found by `ABUSE_NETWORK`, and an embedded store is filled
 * first by `ABUSE_FILL`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createApp } from '../../../server/src/app.ts';
import { loadConfig } from '../../../server/src/config.ts';
import { createLogger, print } from '../../../server/src/logger.ts';
import { startOperatorServer } from '../../../server/src/operate/operator-server.ts';
import { openStore } from '../../../server/src/store/open-store.ts';
import { fillStore, type StoreSize } from '../fill-store.ts';
import { createNetwork, type AbuseNetwork } from './network.ts';

// Each SIGUSR2 prints how long this process was held at most since the one before.
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
process.on('SIGUSR2', () => {
  print(`held ${(delays.max / 1e6).toFixed(0)} ms`);
  delays.reset();
});

const config = loadConfig(process.env);
const logger = createLogger(config.logLevel);
const signal = new AbortController().signal;
const store = await openStore(config.store, { localPool: true, samples: false, logger, signal });
const fill = process.env.ABUSE_FILL;
if (fill !== undefined) await fillStore(store.db, JSON.parse(fill) as StoreSize);
const pushNetwork = createNetwork(JSON.parse(process.env.ABUSE_NETWORK ?? '') as AbuseNetwork);
const clientDir = fileURLToPath(new URL('../../../client/dist', import.meta.url));
const app = await createApp(config, { store, logger, clientDir, pushNetwork });
if (config.store.kind === 'embedded')
  await startOperatorServer({ dataDir: config.store.dataDir, operate: app.operate, logger });
const { url } = await app.listen();
print(`Cruddur is ready at ${url}`);
