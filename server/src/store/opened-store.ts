import type { PoolTables } from '@cruddur/local-pool';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Database } from '../repositories/tables.ts';
import {
  createConnectionGate,
  type GateOptions,
  type GateState,
  type AcquireListener,
  type Lane,
} from './connection-gate.ts';
import { createGatedPool } from './gated-pool.ts';

/** The store, ready for use and in its newest shape. */
export interface OpenedStore {
  kind: 'embedded' | 'postgres';
  db: Kysely<Database>;
  /** For the batch writer: a storm of reads never keeps it from a connection, nor it them. */
  writeDb: Kysely<Database>;
  /** For what keeps the gateway trustworthy; some connections are its own. */
  vitalDb: Kysely<Database>;
  /** The same connections as `db`, as the local pool sees them. */
  poolDb: Kysely<PoolTables>;
  /** How the connections are used at this moment. */
  readConnectionState(): GateState;
  /** @param hear is called with each wait for a connection, in milliseconds */
  onConnectionWait(hear: AcquireListener): void;
  close(): Promise<void>;
}

/** What all of the store's migrations make. */
export type AllTables = Database & PoolTables;

/** The same store seen with some of its tables only; Kysely's types do not narrow by themselves. */
export function asTables<T>(db: Kysely<AllTables>): Kysely<T> {
  return db as unknown as Kysely<T>;
}

/** The views of one pool, each with its lane at the gate. `close` ends the pool too. */
export function openLanes(pool: PostgresPool, options: GateOptions): Omit<OpenedStore, 'kind'> {
  const gate = createConnectionGate(options);
  const open = (lane: Lane) =>
    new Kysely<AllTables>({ dialect: new PostgresDialect({ pool: createGatedPool(pool, gate, lane) }) });
  const [read, write, vital] = [open('read'), open('write'), open('vital')];
  return {
    ...{ db: asTables(read), poolDb: asTables(read), writeDb: asTables(write), vitalDb: asTables(vital) },
    readConnectionState: () => gate.readState(),
    onConnectionWait: (hear) => gate.onAcquired(hear),
    async close() {
      await Promise.all([read, write, vital].map((db) => db.destroy()));
      await pool.end();
    },
  };
}
