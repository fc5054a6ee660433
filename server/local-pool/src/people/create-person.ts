import { randomUUID } from 'node:crypto';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import type { PersonStatus } from '../tables.ts';
import { deleteExpiredSignUps } from './expired-sign-ups.ts';
import type { Person } from './subject.ts';
import { passwordColumns } from './password.ts';

/** Validated fields; the mail address and the handle are lower-cased. */
export type NewPerson = {
  sub?: string | undefined;
  email: string;
  password: string;
  name: string;
  preferred_username: string;
  status: PersonStatus;
};

/** One may have the address, another the handle. */
const BLOCKING_MAX = 2;

/** @throws PoolError UsernameExistsException when the address or the handle is taken, InvalidPasswordException */
export async function createPerson(context: PoolContext, person: NewPerson): Promise<Person> {
  const row = await insertPerson(context, person);
  if (row) return row;
  const hasFreedName = (await deleteExpiredSignUps(context, { wanted: person, limit: BLOCKING_MAX })) > 0;
  const retried = hasFreedName ? await insertPerson(context, person) : undefined;
  if (retried) return retried;
  const addressOwner = await context.db
    .selectFrom('pool_users')
    .select('sub')
    .where('email', '=', person.email)
    .executeTakeFirst();
  throw addressOwner ? refusals.emailTaken() : refusals.handleTaken();
}

/** @returns undefined when the address or the handle is taken */
function insertPerson(context: PoolContext, person: NewPerson): Promise<Person | undefined> {
  const { sub = randomUUID(), email, name, preferred_username, status } = person;
  const now = context.clock.now();
  return context.db
    .insertInto('pool_users')
    .values({
      sub,
      email,
      name,
      preferred_username,
      status,
      email_verified: status !== 'UNCONFIRMED',
      ...passwordColumns(context.vault, sub, person.password),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}
