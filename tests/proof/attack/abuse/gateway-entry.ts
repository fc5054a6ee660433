/**
 * The gateway of the attacks: as the program starts it, but push services are found by `ABUSE_NETWORK`, and an embedded store is filled
 * first by `ABUSE_FILL`, and `ABUSE_VIEWERS` names how many people are signed in, and the file for their tokens.
 */
import { writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createApp } from '../../../../server/src/app.ts';
import { loadConfig } from '../../../../server/src/config/load-config.ts';
import { startOperatorServer } from '../../../../server/src/operate/operator-server.ts';
import { openStore } from '../../../../server/src/store/open-store.ts';
import { fillStore, type StoreSize } from '../fill-store.ts';
import { addViewers } from './add-viewers.ts';
import { createNetwork, type AbuseNetwork } from './network.ts';
import { createLogger, print } from '../../../../server/src/wiring/logger.ts';

// Each SIGUSR2 prints how long this process was held, and how many values a list of a statement had, at most since the one before.
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
let listed = 0;
process.on('SIGUSR2', () => {
  print(`held ${(delays.max / 1e6).toFixed(0)} listed ${listed}`);
  delays.reset();
  listed = 0;
});
watchStatements((values) => {
  for (const value of values) if (Array.isArray(value)) listed = Math.max(listed, value.length);
});

const config = loadConfig(process.env);
const logger = createLogger(config.logLevel);
const signal = new AbortController().signal;
const store = await openStore(config.store, { localPool: true, samples: false, logger, signal });
const fill = process.env.ABUSE_FILL;
if (fill !== undefined) await fillStore(store.db, JSON.parse(fill) as StoreSize);
const viewers = process.env.ABUSE_VIEWERS;
if (viewers !== undefined) {
  const { count, file } = JSON.parse(viewers) as { count: number; file: string };
  await writeFile(file, JSON.stringify(await addViewers(store, count)));
}
const pushNetwork = createNetwork(JSON.parse(process.env.ABUSE_NETWORK ?? '') as AbuseNetwork);
const clientDir = fileURLToPath(new URL('../../../../client/dist', import.meta.url));
const app = await createApp(config, { store, logger, clientDir, pushNetwork });
if (config.store.kind === 'embedded')
  await startOperatorServer({ dataDir: config.store.dataDir, operate: app.operate, logger });
const { url } = await app.listen();
print(`Cruddur is ready at ${url}`);

/** Calls back with the values of each statement of the driver, which both stores use. */
function watchStatements(onValues: (values: readonly unknown[]) => void): void {
  const client = pg.Client.prototype as unknown as { query: (...words: unknown[]) => unknown };
  const { query } = client;
  client.query = function (this: unknown, ...words) {
    for (const word of words) {
      if (Array.isArray(word)) onValues(word);
      else if (word instanceof Object && 'values' in word && Array.isArray(word.values))
        onValues(word.values);
    }
    return query.apply(this, words);
  };
}
