import { isUuid } from '@cruddur/shared';
import type { Selectable } from 'kysely';
import { toMailbox } from '../input.ts';
import type { PoolContext } from '../context.ts';
import { toUuid, type Vault } from '../secrets/vault.ts';
import { N, toNumber } from '../srp/group.ts';
import type { PasswordRecord } from '../srp/verifier.ts';
import type { PoolTables } from '../tables.ts';
import { decryptVerifier } from './password.ts';

export type Person = Selectable<PoolTables['pool_users']>;

/** The person of a username. An unknown username gets a stable decoy, so that every step runs the same for both. */
export type Subject = { sub: string; username: string; record: PasswordRecord } & (
  | { known: true; person: Person }
  | { known: false }
);

/** The permanent id of an unknown username; it has the form of a random UUID. */
const decoySub = (vault: Vault, username: string): string => toUuid(vault.mac('decoy-sub', username));

const HASH_BYTES = 32;
const VERIFIER_BYTES = 384;

/** A permanent salt and verifier of an unknown username, which match no password. */
function decoyPassword(vault: Vault, username: string): PasswordRecord {
  const parts = Array.from({ length: VERIFIER_BYTES / HASH_BYTES }, (_, index) =>
    vault.mac(`decoy-verifier-${index}`, username),
  );
  return {
    salt: vault.mac('decoy-salt', username).subarray(0, 16).toString('hex'),
    verifier: (toNumber(Buffer.concat(parts)) % N).toString(16),
  };
}

/** Finds a person by address (in any case) or by `sub`, as Cognito accepts both. */
export async function findSubject(context: PoolContext, given: string): Promise<Subject> {
  const username = toMailbox(given);
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
