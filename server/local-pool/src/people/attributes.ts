import {
  countCharacters,
  DISPLAY_NAME_MAX,
  EMAIL_PATTERN,
  HANDLE_PATTERN,
  isAllowedName,
  isBlank,
  RESERVED_HANDLES,
} from '@cruddur/shared';
import type { PoolContext } from '../context.ts';
import { invalidParameter, refusals } from '../errors.ts';
import { toMailbox } from '../input.ts';
import type { Person } from './subject.ts';

/** An attribute in the form of the wire protocol. */
export type Attribute = { Name: string; Value?: string | undefined };

const notInSchema = (attribute: string, reason: string) =>
  invalidParameter(`Attributes did not conform to the schema: ${attribute}: ${reason}\n`);

/** A person's attributes as GetUser lists them. */
export const listAttributes = (person: Person): { Name: string; Value: string }[] => [
  { Name: 'sub', Value: person.sub },
  { Name: 'email', Value: person.email },
  { Name: 'email_verified', Value: String(person.email_verified) },
  { Name: 'name', Value: person.name },
  { Name: 'preferred_username', Value: person.preferred_username },
];

/** The mail address as it is stored and looked up. @throws PoolError when it is malformed */
export function readEmail(value: string): string {
  const email = toMailbox(value);
  if (!EMAIL_PATTERN.test(email)) throw invalidParameter('Username should be an email.');
  return email;
}

/** @throws PoolError when the name is blank, has too many characters or misleads */
export function readName(value: string | undefined): string {
  const name = value?.trim() ?? '';
  if (isBlank(name)) throw notInSchema('name', 'The attribute is required');
  if (countCharacters(name) > DISPLAY_NAME_MAX) {
    throw notInSchema('name', `String must be no longer than ${DISPLAY_NAME_MAX} characters`);
  }
  if (!isAllowedName(name)) throw notInSchema('name', 'This name is reserved or misleading');
  return name;
}

/** The lower-cased handle. @throws PoolError when it is malformed or reserved */
export function readHandle(value: string | undefined): string {
  const handle = value?.trim().toLowerCase() ?? '';
  if (handle === '') throw notInSchema('preferred_username', 'The attribute is required');
  if (!HANDLE_PATTERN.test(handle)) {
    throw notInSchema('preferred_username', '3 to 20 characters of a-z, 0-9 and _ are allowed');
  }
  if (RESERVED_HANDLES.includes(handle)) throw notInSchema('preferred_username', 'This name is reserved');
  return handle;
}

/** The attributes by name. @throws PoolError when one is given twice or is not among `allowed` */
export function indexAttributes(
  attributes: readonly Attribute[],
  allowed: readonly string[],
): Map<string, string> {
  const values = new Map<string, string>();
  for (const { Name, Value = '' } of attributes) {
    if (!allowed.includes(Name)) throw refusals.readOnlyAttribute();
    if (values.has(Name)) throw invalidParameter(`Attribute ${Name} is given more than once.`);
    values.set(Name, Value);
  }
  return values;
}

/**
 * Changes a person's name, and the handle unless `isHandleInUse`; the mail address cannot change.
 * @throws PoolError, for example AliasExistsException
 */
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
