import type { Selectable } from 'kysely';
import type { PoolContext } from '../context.ts';
import type { PoolTables } from '../tables.ts';
import type { PasswordRecord } from '../srp/verifier.ts';
import { decoyPassword, decoySub } from './decoy.ts';
import { openVerifier } from './password.ts';

export type Person = Selectable<PoolTables['pool_users']>;

/** Whoever a username names. Unknown ones get a stable stand-in, so that every step goes on alike for both. */
export type Subject = { sub: string; username: string; record: PasswordRecord } & (
  | { known: true; person: Person }
  | { known: false }
);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Finds a person by address (in any case) or by `sub`, as Cognito accepts both. */
export async function findSubject(context: PoolContext, given: string): Promise<Subject> {
  const username = given.trim().toLowerCase();
  const person = await context.db
    .selectFrom('pool_users')
    .selectAll()
    .where(UUID.test(username) ? 'sub' : 'email', '=', username)
    .executeTakeFirst();
  if (!person) {
    const { vault } = context;
    return { known: false, username, sub: decoySub(vault, username), record: decoyPassword(vault, username) };
  }
  const record = { salt: person.salt, verifier: openVerifier(context.vault, person) };
  return { known: true, username, sub: person.sub, person, record };
}
