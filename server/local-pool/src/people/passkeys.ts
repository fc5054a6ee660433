import type { Selectable } from 'kysely';
import type { PoolContext } from '../context.ts';
import type { PoolTables } from '../tables.ts';

export type Passkey = Selectable<PoolTables['pool_passkeys']>;

/** The maximum per person. */
export const PASSKEYS_MAX = 20;

/** A person's passkeys, ordered by id. */
export const listPasskeys = ({ db }: PoolContext, sub: string): Promise<Passkey[]> =>
  db
    .selectFrom('pool_passkeys')
    .selectAll()
    .where('sub', '=', sub)
    .orderBy('credential_id')
    .limit(PASSKEYS_MAX)
    .execute();
