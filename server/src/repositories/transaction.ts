import { sql, type RawBuilder } from 'kysely';
import { createBatchCalls, type BatchCalls } from './batch-calls.ts';
import type { Db } from './tables.ts';

/** One transaction of the store, for one request or for several that share it. */
export interface Transaction {
  trx: Db;
  batchCalls: BatchCalls;
  /** A shared transaction waits for no row locks, because one slow lock holder would delay all its requests. */
  isShared: boolean;
}

/** Thrown in a shared transaction by writes that need a dedicated one. */
export class DedicatedTransactionRequired extends Error {
  constructor() {
    super('This write needs a dedicated transaction.');
    this.name = 'DedicatedTransactionRequired';
  }
}

export function createDedicatedTransaction(trx: Db): Transaction {
  return { trx, batchCalls: createBatchCalls(), isShared: false };
}

export function createSharedTransaction(trx: Db): Transaction {
  return { trx, batchCalls: createBatchCalls(), isShared: true };
}

/** Called before a wait for a lock, and before statements that cannot be batched. @throws DedicatedTransactionRequired if shared */
export function requireDedicated({ isShared }: Transaction): void {
  if (isShared) throw new DedicatedTransactionRequired();
}

/** The end of a locking query: a dedicated transaction waits for locked rows, a shared one treats them as missing. */
export function skipLockedWhenShared({ isShared }: Transaction): RawBuilder<unknown> {
  return isShared ? sql`skip locked` : sql``;
}
