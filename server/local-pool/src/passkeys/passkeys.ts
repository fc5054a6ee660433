import type { Selectable } from 'kysely';
import type { PoolContext } from '../context.ts';
import type { PoolTables } from '../tables.ts';

export type Passkey = Selectable<PoolTables['pool_passkeys']>;

/** How many one person may have. */
export const PASSKEYS_MAX = 20;

/** A person's passkeys by id, at most as many as anybody may have. */
export const listPasskeys = ({ db }: PoolContext, sub: string): Promise<Passkey[]> =>
  db
    .selectFrom('pool_passkeys')
    .selectAll()
    .where('sub', '=', sub)
    .orderBy('credential_id')
    .limit(PASSKEYS_MAX)
    .execute();
