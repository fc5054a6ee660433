import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Allows one gateway at a time to run a chore. */
export interface Lease {
  /** @returns false while another gateway has the lease */
  acquireOrRenew(): Promise<boolean>;
  /** Releases the lease, so that another gateway can acquire it at once. */
  release(): Promise<void>;
}

/** Longer than the longest batch between two calls of `acquireOrRenew`. */
const LEASE_MS = 30_000;

/**
 * Uses the database's clock, because the gateways' clocks differ. Two simultaneous holders would be harmless, only wasteful, so
 * the lease has no fencing.
 */
export function createLease(db: Db, name: string, leaseMs = LEASE_MS): Lease {
  const holder = randomUUID();
  return {
    async acquireOrRenew() {
      const { rows } = await sql`
        insert into leases (name, holder, until)
        values (${name}, ${holder}, clock_timestamp() + ${leaseMs} * interval '1 ms')
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
          where leases.holder = excluded.holder or leases.until <= clock_timestamp()
        returning holder`.execute(db);
      return rows.length === 1;
    },
    async release() {
      await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(db);
    },
  };
}
