import { z } from 'zod';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';
import type { PoolContext } from '../context.ts';
import { limitKeysOf } from '../rate-limits.ts';
import { notifyGlobalSignOut } from '../tokens/end-sessions.ts';

const schema = z.object({ AccessToken: input.token });

/** Deletes the token's person. */
export const deleteUser = defineOperation(schema, async ({ AccessToken }, context) => {
  const { sub } = await findTokenPerson(context, AccessToken);
  await erasePerson(context, sub);
  return {};
});

/**
 * Deletes a person. The server erases its part first: when anything fails, the caller's token is still valid and the call can be
 * repeated.
 */
async function erasePerson(context: PoolContext, sub: string): Promise<void> {
  await context.onDeleteUser(sub);
  await deletePoolUser(context, sub);
}

/** Ends a person's sign-ins and deletes all their rows of the pool. Idempotent. */
export async function deletePoolUser(context: PoolContext, sub: string): Promise<void> {
  await notifyGlobalSignOut(context, sub);
  await context.db.transaction().execute(async (trx) => {
    // Codes before the person, in the order of `consumeCode`: the reverse order could deadlock with it.
    await trx.deleteFrom('pool_codes').where('sub', '=', sub).execute();
    // Cascades to sessions, tokens, devices and passkeys.
    const [person] = await trx.deleteFrom('pool_users').where('sub', '=', sub).returning('email').execute();
    if (!person) return;
    // After the person: a concurrent insert of a mail holds the person's row, so none can follow.
    await trx.deleteFrom('pool_mail').where('recipient', '=', person.email).execute();
    const keys = [person.email, sub].flatMap((account) => limitKeysOf(context.vault, account));
    await trx.deleteFrom('pool_limits').where('key', 'in', keys).execute();
  });
}
