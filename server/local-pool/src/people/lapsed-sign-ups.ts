import type { PoolContext } from '../context.ts';
import { after, lifetimes } from '../lifetimes.ts';

/** Whose sign-up is in the way of another one. */
type WantedIdentifiers = { email: string; preferred_username: string };

/**
 * Forgets people who have not confirmed their address within a day, so that nobody holds a handle, or the address of another
 * person, by signing up alone. @param wanted only those who are in its way; left out, all of them
 */
export async function deleteExpiredSignUps(
  { db, clock }: PoolContext,
  wanted?: WantedIdentifiers,
): Promise<number> {
  const before = after(clock.now(), -lifetimes.unconfirmed);
  const isInTheWay = ({ email, preferred_username }: WantedIdentifiers) =>
    db
      .selectFrom('pool_users')
      .select('sub')
      .where((eb) =>
        eb.or([eb('email', '=', email), eb(eb.fn('lower', ['preferred_username']), '=', preferred_username)]),
      );
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('pool_users')
      .where('status', '=', 'UNCONFIRMED')
      .where('created_at', '<=', before)
      .$if(wanted !== undefined, (query) => (wanted ? query.where('sub', 'in', isInTheWay(wanted)) : query))
      .returning(['sub', 'email'])
      .execute();
    if (gone.length === 0) return 0;
    const [subs, addresses] = [gone.map(({ sub }) => sub), gone.map(({ email }) => email)];
    await trx.deleteFrom('pool_codes').where('sub', 'in', subs).execute();
    await trx.deleteFrom('pool_mail').where('recipient', 'in', addresses).execute();
    return gone.length;
  });
}
