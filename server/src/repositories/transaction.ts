import { sql, type RawBuilder } from 'kysely';
import { createBatchCalls, type BatchCalls } from './batch-calls.ts';
import type { Db } from './tables.ts';

/** One transaction of the store, of one operation or of several that share it. */
export interface Transaction {
  trx: Db;
  batchCalls: BatchCalls;
  /** Several share it, so it waits for nobody's rows: one slow stranger must not hold up all of them. */
  isShared: boolean;
}

/** Thrown in a shared transaction by what only a transaction of its own can do. */
export class DedicatedTransactionRequired extends Error {
  constructor() {
    super('this needs a transaction of its own');
    this.name = 'NeedsItsOwn';
  }
}

export function createDedicatedTransaction(trx: Db): Transaction {
  return { trx, batchCalls: createBatchCalls(), isShared: false };
}

export function createSharedTransaction(trx: Db): Transaction {
  return { trx, batchCalls: createBatchCalls(), isShared: true };
}

/** To be called before waiting, and before what cannot be done for many at once. @throws NeedsItsOwn when shared */
export function requireDedicated({ isShared }: Transaction): void {
  if (isShared) throw new DedicatedTransactionRequired();
}

/** Ends a locking query: rows that somebody else holds are waited for, or are as good as missing. */
export function skipLockedWhenShared({ isShared }: Transaction): RawBuilder<unknown> {
  return isShared ? sql`skip locked` : sql``;
}
