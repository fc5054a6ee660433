import type { Selectable } from 'kysely';
import type { PasswordRecord } from '../srp/verifier.ts';
import type { PoolTables } from '../tables.ts';

export type Person = Selectable<PoolTables['pool_users']>;

/** Whoever a username names. Unknown ones get a stable stand-in, so that every step goes on alike for both. */
export type Subject = { sub: string; username: string; record: PasswordRecord } & (
  { known: true; person: Person } | { known: false }
);
