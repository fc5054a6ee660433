import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { consumeAllowance, delayAnswer } from '../rate-limits.ts';
import { matchesPassword } from '../srp/verifier.ts';
import { findRememberedKey } from './devices.ts';
import { srpIdentity } from './password.ts';
import type { Subject } from './subject.ts';

type Attempt = {
  subject: Subject;
  password: string;
  address: string;
  /** The device key of the request. */
  deviceKey?: string | undefined;
};

/**
 * Checks a password sent in clear, under the sign-in allowance. An unknown username costs the same work.
 * @throws PoolError NotAuthorizedException, TooManyRequestsException
 */
export async function checkPassword(context: PoolContext, attempt: Attempt): Promise<void> {
  const { subject, password, address, deviceKey } = attempt;
  const device = await findRememberedKey(context, subject.sub, deviceKey);
  const allowance = await consumeAllowance(context, 'signIn', { account: subject.sub, address, device });
  await delayAnswer(context, allowance, subject.sub);
  if (!matchesPassword(srpIdentity(subject.sub), password, subject.record)) {
    context.audit({ event: 'sign_in_failed', subject: subject.sub });
    throw refusals.incorrectLogin();
  }
  if (subject.known) await allowance.refund();
}
