import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { POOL_NAME } from '../names.ts';
import { spend } from '../rate-limits.ts';
import type { Vault } from '../secrets/vault.ts';
import { matchesPassword, recordPassword, type Identity } from '../srp/verifier.ts';
import type { Subject } from './find-subject.ts';

export const MIN_PASSWORD_LENGTH = 8;

export const identityOf = (sub: string): Identity => ({ group: POOL_NAME, id: sub });

/** The columns of a new password. @throws PoolError InvalidPasswordException when it is too short */
export function passwordColumns(
  vault: Vault,
  sub: string,
  password: string,
): { salt: string; verifier_sealed: string } {
  if (password.length < MIN_PASSWORD_LENGTH) throw refusals.shortPassword();
  const { salt, verifier } = recordPassword(identityOf(sub), password);
  return { salt, verifier_sealed: vault.seal(verifier, `verifier:${sub}`) };
}

export const openVerifier = (vault: Vault, row: { sub: string; verifier_sealed: string }): string =>
  vault.open(row.verifier_sealed, `verifier:${row.sub}`);

type Attempt = { subject: Subject; password: string; address: string };

/**
 * Checks a password sent in clear, with the same work for unknown people, under the sign-in allowance.
 * @throws PoolError NotAuthorizedException, TooManyRequestsException
 */
export async function checkPassword(context: PoolContext, attempt: Attempt): Promise<void> {
  const { subject, password, address } = attempt;
  const allowance = await spend(context, 'signIn', { account: subject.sub, address });
  if (!matchesPassword(identityOf(subject.sub), password, subject.record)) throw refusals.incorrectLogin();
  if (subject.known) await allowance.giveBack();
}
