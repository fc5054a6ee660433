import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { indexAttributes, readHandle, readName, type Attribute } from './attributes.ts';
import type { Person } from './subject.ts';

/** Changes a person's name, and the handle until the program knows the person by it; the address stays. @throws PoolError, AliasExistsException among them */
export async function changeAttributes(
  context: PoolContext,
  { sub, preferred_username }: Person,
  attributes: readonly Attribute[],
): Promise<void> {
  const given = indexAttributes(attributes, ['name', 'preferred_username']);
  const changes = {
    ...(given.has('name') && { name: readName(given.get('name')) }),
    ...(given.has('preferred_username') && {
      preferred_username: readHandle(given.get('preferred_username')),
    }),
  };
  const isRenamed = (changes.preferred_username ?? preferred_username) !== preferred_username;
  if (isRenamed && (await context.isHandleInUse(sub))) throw refusals.readOnlyAttribute();
  try {
    await context.db
      .updateTable('pool_users')
      .set({ ...changes, updated_at: context.clock.now() })
      .where('sub', '=', sub)
      .execute();
  } catch (error) {
    throw isTaken(error) ? refusals.aliasTaken() : error;
  }
}

const UNIQUE_VIOLATION = '23505';

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
