import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { after, lifetimes } from '../lifetimes.ts';
import { type Attribute, changeAttributes, listAttributes } from '../people/attributes.ts';
import { passwordColumns, requirePasswordLength } from '../people/password.ts';
import { findSubject, type Person } from '../people/subject.ts';
import { signIn } from '../tokens/sign-in.ts';
import { type AnswerChallenge, requireResponse } from './challenge-responses.ts';
import { consumeChallenge, saveChallenge } from './challenge-store.ts';

const NAME = 'NEW_PASSWORD_REQUIRED';
const PREFIX = 'userAttributes.';

/** Challenges a person with a temporary password to set a new one. @throws PoolError when the temporary one has expired */
export async function beginNewPassword(context: PoolContext, person: Person): Promise<object> {
  if (after(person.updated_at, lifetimes.temporaryPassword) <= context.clock.now()) {
    throw refusals.expiredTemporaryPassword();
  }
  const Session = await saveChallenge(context, { name: NAME, username: person.sub, state: {} });
  const attributes = listAttributes(person).filter(({ Name }) => Name !== 'sub');
  return {
    ChallengeName: NAME,
    Session,
    ChallengeParameters: {
      USER_ID_FOR_SRP: person.sub,
      userAttributes: JSON.stringify(Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]))),
      requiredAttributes: '[]',
    },
  };
}

/** Sets the new password and the attributes given as `userAttributes.NAME`, and signs in. @throws PoolError */
export const answerNewPassword: AnswerChallenge = async ({ responses, session }, context) => {
  const password = requireResponse(responses, 'NEW_PASSWORD');
  // Before the challenge is consumed, so that the person can send a longer password.
  requirePasswordLength(password);
  const { username } = await consumeChallenge(context, NAME, session);
  const subject = await findSubject(context, username);
  if (!subject.known || subject.person.status !== 'FORCE_CHANGE_PASSWORD') throw refusals.invalidSession();
  const { sub } = subject;
  const columns = passwordColumns(context.vault, sub, password);
  await changeAttributes(context, subject.person, readAttributes(responses));
  const person = await context.db
    .updateTable('pool_users')
    .set({ ...columns, status: 'CONFIRMED', updated_at: context.clock.now() })
    .where('sub', '=', sub)
    .returningAll()
    .executeTakeFirst();
  if (!person) throw refusals.invalidSession();
  return signIn(context, person);
};

const readAttributes = (responses: Readonly<Record<string, string>>): Attribute[] =>
  Object.entries(responses)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, Value]) => ({ Name: name.slice(PREFIX.length), Value }));
