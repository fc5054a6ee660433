import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { createApp, type App } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/config/load-config.ts';
import { createTestClock, systemClock, type Clock } from '../../server/src/domain/clock.ts';
import type { PushNetwork } from '../../server/src/push/send-push.ts';
import type { OpenedStore } from '../../server/src/store/opened-store.ts';
import { createCleanup } from './cleanup.ts';
import { createClient, type TestClient } from './clients.ts';
import { signUp, type TestPerson, type SignUpOverrides } from './people.ts';
import { openDatabase, openTestStore, type TestStore } from './test-store.ts';
import { createLogger } from '../../server/src/wiring/logger.ts';

export const CLIENT_DIR = fileURLToPath(new URL('../../client/dist', import.meta.url));

/** The real application on a free port, with its own store and a clock that tests can advance. */
export interface TestApp extends AsyncDisposable {
  /** Its origin, `http://localhost:PORT`. */
  url: string;
  /** Its store, for reading it and for creating thousands of rows. */
  store: OpenedStore;
  /** Only on PostgreSQL. */
  databaseUrl: string | undefined;
  /** The product's clock, as advanced by `advance`. */
  clock: Clock;
  visitor: TestClient;
  /** Creates a signed-in user. */
  signUp(overrides?: SignUpOverrides): Promise<TestPerson>;
  /** Advances the product's clock. */
  advance(ms: number): Promise<void>;
}

export interface TestAppOptions {
  /** Environment variables in addition to the test's own. */
  env?: Record<string, string>;
  /** Another built client than the one of this tree. */
  clientDir?: string;
  /** Where the application finds push services. */
  pushNetwork?: PushNetwork;
  /** The clock of the gateway's machine. */
  system?: Clock;
  /** A second gateway on the same store; on PostgreSQL with its own connections, and the same Redis. */
  sharedStoreApp?: TestApp;
}

export async function startTestApp({
  env,
  sharedStoreApp,
  clientDir = CLIENT_DIR,
  pushNetwork,
  system,
}: TestAppOptions = {}): Promise<TestApp> {
  const cleanup = createCleanup();
  try {
    const opened = await openStoreFor(sharedStoreApp);
    cleanup.defer(() => opened[Symbol.asyncDispose]());
    const dataDir = await mkdtemp(join(tmpdir(), 'cruddur-app-'));
    cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
    const config = loadConfig({ ...testEnvironment(dataDir, opened.url), ...env });
    const logger = createLogger(config.logLevel);
    const app = await createApp(config, {
      store: opened.store,
      ...{ logger, clientDir },
      ...(pushNetwork && { pushNetwork }),
      ...(system && { system }),
    });
    cleanup.defer(() => app.close());
    return { ...(await createFacade(app, opened)), [Symbol.asyncDispose]: cleanup.run };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

async function createFacade(app: App, opened: TestStore): Promise<Omit<TestApp, typeof Symbol.asyncDispose>> {
  const { url } = await app.listen();
  const visitor = createClient(url);
  const clock = createTestClock(systemClock);
  return {
    url,
    visitor,
    clock,
    store: opened.store,
    databaseUrl: opened.url,
    signUp: (overrides) => signUp(url, overrides),
    async advance(ms) {
      const { status } = await visitor.send('POST', '/local/clock', { body: { advance_ms: ms } });
      if (status !== 200) throw new Error(`the test clock answered ${status}`);
      clock.advance(ms);
    },
  };
}

function openStoreFor(beside: TestApp | undefined): Promise<TestStore> {
  if (beside === undefined) return openTestStore();
  if (beside.databaseUrl !== undefined) return openDatabase(beside.databaseUrl);
  // An embedded store can be opened once, so the second gateway shares it.
  const borrowed = { store: beside.store, url: undefined, [Symbol.asyncDispose]: () => Promise.resolve() };
  return Promise.resolve(borrowed);
}

function testEnvironment(
  dataDir: string,
  databaseUrl: string | undefined,
): Record<string, string | undefined> {
  return {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'none',
    TEST_CLOCK: '1',
    RATE_LIMITS: 'off',
    // Tokens outlive any advance of the clock; tests about their expiry set their own lifetime.
    LOCAL_POOL_ACCESS_SECONDS: String(60 * 86_400),
    REDIS_URL: inject('store') === 'postgres' ? inject('redis') : undefined,
  };
}
