import type { Logger } from '../logger.ts';
import { openIdbStore } from './idb-store.ts';
import { createMemoryStore } from './memory-store.ts';
import type { OutboxStore } from './outbox-store.ts';

/** The browser's database, or this page's memory where there is none. */
export async function openStore(logger: Logger): Promise<OutboxStore> {
  try {
    return await openIdbStore();
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    logger.warn('the outbox lasts as long as this page', { reason });
    return createMemoryStore();
  }
}
