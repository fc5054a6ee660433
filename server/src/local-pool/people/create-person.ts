import { randomUUID } from 'node:crypto';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import type { PersonStatus } from '../tables.ts';
import type { Person } from './subject.ts';
import { passwordColumns } from './password.ts';

/** All fields as they are kept; the address and the handle lower-cased. */
export type NewPerson = {
  sub?: string | undefined;
  email: string;
  password: string;
  name: string;
  preferred_username: string;
  status: PersonStatus;
};

/** @throws PoolError UsernameExistsException when the address or the handle is taken, InvalidPasswordException */
export async function createPerson(context: PoolContext, person: NewPerson): Promise<Person> {
  const { sub = randomUUID(), email, name, preferred_username, status } = person;
  const now = context.clock.now();
  const row = await context.db
    .insertInto('pool_users')
    .values({
      ...{ sub, email, name, preferred_username, status },
      email_verified: status !== 'UNCONFIRMED',
      ...passwordColumns(context.vault, sub, person.password),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  const sameAddress = await context.db
    .selectFrom('pool_users')
    .select('sub')
    .where('email', '=', email)
    .executeTakeFirst();
  throw sameAddress ? refusals.emailTaken() : refusals.handleTaken();
}
