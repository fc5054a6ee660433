import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Lets one gateway at a time do a kind of work. */
export interface Lease {
  /** Takes the lease, or keeps it. @returns false while another gateway has it */
  acquireOrRenew(): Promise<boolean>;
  /** Gives the lease up, so that another gateway can take it at once. */
  release(): Promise<void>;
}

/** Longer than the longest batch that a holder works on between two calls of `hold`. */
const LEASE_MS = 30_000;

/**
 * By the database's clock, because the gateways' clocks differ. Two holders would be harmless but wasteful, so nothing
 * more than the time separates them.
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
