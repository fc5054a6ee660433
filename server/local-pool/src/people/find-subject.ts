import { isUuid } from '@cruddur/shared';
import type { PoolContext } from '../context.ts';
import { decoyPassword, decoySub } from './decoy.ts';
import { decryptVerifier } from './password.ts';
import type { Subject } from './subject.ts';

/** Finds a person by address (in any case) or by `sub`, as Cognito accepts both. */
export async function findSubject(context: PoolContext, given: string): Promise<Subject> {
  const username = given.trim().toLowerCase();
  const person = await context.db
    .selectFrom('pool_users')
    .selectAll()
    .where(isUuid(username) ? 'sub' : 'email', '=', username)
    .executeTakeFirst();
  if (!person) {
    const { vault } = context;
    return { known: false, username, sub: decoySub(vault, username), record: decoyPassword(vault, username) };
  }
  const record = { salt: person.salt, verifier: decryptVerifier(context.vault, person) };
  return { known: true, username, sub: person.sub, person, record };
}
