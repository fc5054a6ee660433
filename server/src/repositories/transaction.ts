import { sql, type RawBuilder } from 'kysely';
import { createGather, type Gather } from './gather.ts';
import type { Db } from './tables.ts';

/** One transaction of the store, of one operation or of several that share it. */
export interface Transaction {
  trx: Db;
  gather: Gather;
  /** Several share it, so it waits for nobody's rows: one slow stranger must not hold up all of them. */
  shared: boolean;
}

/** Thrown in a shared transaction by what only a transaction of its own can do. */
export class NeedsItsOwn extends Error {
  constructor() {
    super('this needs a transaction of its own');
    this.name = 'NeedsItsOwn';
  }
}

export function ownTransaction(trx: Db): Transaction {
  return { trx, gather: createGather(), shared: false };
}

export function sharedTransaction(trx: Db): Transaction {
  return { trx, gather: createGather(), shared: true };
}

/** To be called before waiting, and before what cannot be done for many at once. @throws NeedsItsOwn when shared */
export function mustBeOwn({ shared }: Transaction): void {
  if (shared) throw new NeedsItsOwn();
}

/** Ends a locking query: rows that somebody else holds are waited for, or are as good as missing. */
export function unlessHeld({ shared }: Transaction): RawBuilder<unknown> {
  return shared ? sql`skip locked` : sql``;
}
