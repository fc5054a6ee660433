import type { PoolTables } from '@cruddur/local-pool';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Database } from '../repositories/tables.ts';
import {
  createConnectionGate,
  type GateOptions,
  type GateState,
  type AcquireListener,
  type Purpose,
  type PauseState,
  type ConnectionGate,
} from './connection-gate.ts';
import pg from 'pg';

/** The opened and migrated store. */
export interface OpenedStore {
  kind: 'embedded' | 'postgres';
  db: Kysely<Database>;
  /** For the batch writer; reads and writes share connections fairly. */
  writeDb: Kysely<Database>;
  /** For revocations, stream heads and the health check; some connections are reserved for it. */
  vitalDb: Kysely<Database>;
  /** The same connections as `db`, with the local pool's tables. */
  poolDb: Kysely<PoolTables>;
  /**
   * Runs work that needs the store as of one moment. An embedded store has one connection: meanwhile all other work waits for it,
   * without a time limit.
   */
  pauseDuring<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** The pauses of the store. */
  readPause(): PauseState;
  /** The current use of the connections. */
  readConnectionState(): GateState;
  /** @param listener called with each wait for a connection, in milliseconds */
  onConnectionWait(listener: AcquireListener): void;
  close(): Promise<void>;
}

/** The tables of all migrations. */
export type AllTables = Database & PoolTables;

/** The store typed with some of its tables; Kysely's types do not narrow by themselves. */
function asTables<T>(db: Kysely<AllTables>): Kysely<T> {
  return db as unknown as Kysely<T>;
}

/** Views of one pool, one per purpose. `close` ends the pool too. */
export function openViews(pool: PostgresPool, options: GateOptions): Omit<OpenedStore, 'kind'> {
  const gate = createConnectionGate(options);
  const open = (purpose: Purpose) =>
    new Kysely<AllTables>({ dialect: new PostgresDialect({ pool: createGatedPool(pool, gate, purpose) }) });
  const [read, write, vital] = [open('read'), open('write'), open('vital')];
  return {
    db: asTables(read),
    poolDb: asTables(read),
    writeDb: asTables(write),
    vitalDb: asTables(vital),
    pauseDuring: (work) =>
      vital.connection().execute(async (connection) => {
        const resume = gate.suspendTimeLimits();
        try {
          return await work(asTables(connection));
        } finally {
          resume();
        }
      }),
    readPause: () => gate.readPause(),
    readConnectionState: () => gate.readState(),
    onConnectionWait: (listener) => gate.onAcquired(listener),
    async close() {
      await Promise.all([read, write, vital].map((db) => db.destroy()));
      await pool.end();
    },
  };
}

/** Parses bigint as a number. Ours count rows and events; a value that would be rounded is an error. */
function readBigint(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('A bigint of the store is beyond 2^53.');
  return number;
}

/** The driver's parsers, except for bigint. timestamptz is a Date. */
export const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, readBigint);

/** The view of a pool for one purpose. `end` leaves the pool open for the others. */
function createGatedPool(pool: PostgresPool, gate: ConnectionGate, purpose: Purpose): PostgresPool {
  return {
    end: () => Promise.resolve(),
    async connect() {
      const leaveGate = await gate.acquire(purpose);
      try {
        const client = await pool.connect();
        const release = () => {
          client.release();
          leaveGate();
        };
        return { query: client.query.bind(client), release };
      } catch (error) {
        leaveGate();
        throw error;
      }
    },
  };
}
