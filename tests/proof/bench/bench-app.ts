import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createApp } from '../../../server/src/app.ts';
import { loadConfig } from '../../../server/src/config/load-config.ts';
import type { OpenedStore } from '../../../server/src/store/opened-store.ts';
import { createLogger } from '../../../server/src/wiring/logger.ts';

/**
 * The unchanged program in this process, without rate limits. Disposing it leaves the store open.
 * @param clientDir the built client
 */
export async function startBenchApp(
  store: OpenedStore,
  clientDir = 'client/dist',
): Promise<AsyncDisposable & { url: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cruddur-bench-'));
  const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'none' });
  const app = await createApp(config, {
    store,
    logger: createLogger('none'),
    // The threads that render pages need an absolute path.
    clientDir: resolve(clientDir),
  });
  const { url } = await app.listen();
  return {
    url,
    async [Symbol.asyncDispose]() {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
