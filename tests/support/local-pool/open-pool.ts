import type { Store } from '@cruddur/local-pool';
import type { KyselyPlugin } from 'kysely';
import { afterAll, expect } from 'vitest';
import { disposeAfterAll } from '../dispose-after-all.ts';
import { openPoolStore } from './pool-store.ts';
import { startTestPool, type TestPool, type TestPoolOptions } from './test-pool.ts';

export type OpenPoolOptions = TestPoolOptions & {
  /** Sees the statements of the pool. */
  plugin?: KyselyPlugin;
};

/** A pool for the tests of a file, on an empty store of its own; after them, none of its calls may have failed. */
export async function openPool({ plugin, ...options }: OpenPoolOptions = {}): Promise<
  TestPool & { db: Store }
> {
  const { db } = disposeAfterAll(await openPoolStore());
  const gateway = disposeAfterAll(await startTestPool(plugin ? db.withPlugin(plugin) : db, options));
  afterAll(() => expect(gateway.failures).toEqual([]));
  return { ...gateway, db };
}
