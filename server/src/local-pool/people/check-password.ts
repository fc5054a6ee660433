import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { spend } from '../rate-limits.ts';
import { matchesPassword } from '../srp/verifier.ts';
import { identityOf } from './password.ts';
import type { Subject } from './subject.ts';

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
