import type { PoolContext } from '../context.ts';
import { limitKeysOf } from '../rate-limits.ts';
import { notifyGlobalSignOut } from '../tokens/end-sessions.ts';

/**
 * Deletes a person. The rest of the program erases its part first: should anything fail, the caller's token still works and
 * the call can be repeated.
 */
export async function erasePerson(context: PoolContext, sub: string): Promise<void> {
  await context.onDeleteUser(sub);
  await deletePoolUser(context, sub);
}

/** Forgets a person with all that the pool keeps of them, their sign-ins ended. One who is not there is no failure. */
export async function deletePoolUser(context: PoolContext, sub: string): Promise<void> {
  await notifyGlobalSignOut(context, sub);
  await context.db.transaction().execute(async (trx) => {
    // Codes go before the person, as when one is spent: the other way round two calls would wait for each other.
    await trx.deleteFrom('pool_codes').where('sub', '=', sub).execute();
    // Sessions, tokens, devices and passkeys go with the person.
    const [person] = await trx.deleteFrom('pool_users').where('sub', '=', sub).returning('email').execute();
    if (!person) return;
    // After the person: a mail that was on its way is there by now, and no other comes.
    await trx.deleteFrom('pool_mail').where('recipient', '=', person.email).execute();
    const keys = [person.email, sub].flatMap((account) => limitKeysOf(context.vault, account));
    await trx.deleteFrom('pool_limits').where('key', 'in', keys).execute();
  });
}
