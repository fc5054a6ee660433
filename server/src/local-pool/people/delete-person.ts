import type { PoolContext } from '../context.ts';
import { limitKeysOf } from '../rate-limits.ts';
import { announceSignOut } from '../tokens/sign-out-everywhere.ts';
import type { Person } from './subject.ts';

/**
 * Forgets a person with all that the pool keeps of them. The rest of the program erases its part first: should anything
 * fail, the caller's token still works and the call can be repeated.
 */
export async function deletePerson(context: PoolContext, { sub, email }: Person): Promise<void> {
  await context.onDeleteUser(sub);
  await announceSignOut(context, sub);
  await context.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('pool_mail').where('recipient', '=', email).execute();
    await trx.deleteFrom('pool_challenges').where('username', 'in', [email, sub]).execute();
    await trx
      .deleteFrom('pool_limits')
      .where('key', 'in', [...limitKeysOf(email), ...limitKeysOf(sub)])
      .execute();
    await trx.deleteFrom('pool_codes').where('sub', '=', sub).execute();
    // Sessions, tokens and devices go with the person.
    await trx.deleteFrom('pool_users').where('sub', '=', sub).execute();
  });
}
