import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import { Amplify } from 'aws-amplify';
import { signOut } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openPoolStore, type PoolStore } from './pool-store.ts';
import { startTestPool, type TestPool } from './test-pool.ts';

/** One pool for a whole file, started before its first test, with aws-amplify configured for it; each test starts signed out. */
export function setUpAmplifyPool(onReady: (pool: TestPool) => void): void {
  let store: PoolStore;
  let gateway: TestPool;

  beforeAll(async () => {
    store = await openPoolStore();
    gateway = await startTestPool(store.db);
    onReady(gateway);
    const userPoolEndpoint = `${gateway.url}/idp`;
    // Amplify warns of every endpoint that is not Amazon's.
    ConsoleLogger.LOG_LEVEL = 'ERROR';
    Amplify.configure({
      Auth: { Cognito: { userPoolId: POOL_ID, userPoolClientId: CLIENT_ID, userPoolEndpoint } },
    });
  });

  afterEach(async () => {
    await signOut();
    expect(gateway.failures).toEqual([]);
  });

  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });
}
