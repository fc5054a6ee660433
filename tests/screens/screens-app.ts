import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/config/load-config.ts';
import { openPGlite } from '../../server/src/store/open-pglite.ts';
import type { OpenedStore } from '../../server/src/store/opened-store.ts';
import { createLogger } from '../../server/src/wiring/logger.ts';

/** The program in this process, on its own in-memory store and with a clock that can be advanced. */
export async function startScreensApp(): Promise<AsyncDisposable & { url: string; store: OpenedStore }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cruddur-screens-'));
  const store = await openPGlite({});
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'none',
    RATE_LIMITS: 'off',
    TEST_CLOCK: '1',
    LOCAL_POOL_ACCESS_SECONDS: String(7 * 86_400),
  });
  const app = await createApp(config, { store, logger: createLogger('none'), clientDir: 'client/dist' });
  const { url } = await app.listen();
  return {
    url,
    store,
    async [Symbol.asyncDispose]() {
      await app.close();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
