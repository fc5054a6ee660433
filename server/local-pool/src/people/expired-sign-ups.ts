import { sql } from 'kysely';
import type { PoolContext } from '../context.ts';
import { after, lifetimes } from '../lifetimes.ts';

/** The mail address and handle that another sign-up wants. */
type WantedIdentifiers = { email: string; preferred_username: string };

/**
 * Deletes people who have not confirmed their address within a day, so that an unconfirmed sign-up does not block a handle or
 * another person's address. @param wanted limits it to sign-ups with this address or handle @returns the number deleted
 */
export async function deleteExpiredSignUps(
  { db, clock }: PoolContext,
  { wanted, limit }: { wanted?: WantedIdentifiers; limit: number },
): Promise<number> {
  const before = after(clock.now(), -lifetimes.unconfirmed);
  return db.transaction().execute(async (trx) => {
    const expired = trx
      .selectFrom('pool_users')
      .select('sub')
      .where('status', '=', 'UNCONFIRMED')
      .where('created_at', '<=', before)
      .$if(wanted !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('email', '=', wanted?.email ?? ''),
            eb(eb.fn('lower', ['preferred_username']), '=', wanted?.preferred_username ?? ''),
          ]),
        ),
      )
      .limit(limit)
      .forUpdate();
    const deleted = await trx
      .deleteFrom('pool_users')
      .where('sub', 'in', expired)
      .returning(['sub', 'email'])
      .execute();
    if (deleted.length === 0) return 0;
    const subs = deleted.map(({ sub }) => sub);
    const addresses = deleted.map(({ email }) => email);
    await trx
      .deleteFrom('pool_codes')
      .where(sql<boolean>`sub = any(${subs}::uuid[])`)
      .execute();
    await trx
      .deleteFrom('pool_mail')
      .where(sql<boolean>`recipient = any(${addresses}::text[])`)
      .execute();
    return deleted.length;
  });
}
