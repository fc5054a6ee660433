import { invalidParameter } from '../errors.ts';
import { findRememberedKey } from '../people/devices.ts';
import { findSubject } from '../people/subject.ts';
import { consumeAllowance } from '../rate-limits.ts';
import { isSafePublicNumber } from '../srp/exchange.ts';
import { beginCustomChallenge } from './custom-challenge.ts';
import { beginPasswordVerifier } from './password-verifier.ts';
import { requireParameter, type AuthFlow } from './auth-flow.ts';

/** Signs in with a mailed code; with `CHALLENGE_NAME` SRP_A, a password proof comes first. */
export const customAuth: AuthFlow = async (parameters, context, caller) => {
  const subject = await findSubject(context, requireParameter(parameters, 'USERNAME'));
  const device = await findRememberedKey(context, subject.sub, parameters.DEVICE_KEY);
  if (parameters.CHALLENGE_NAME !== 'SRP_A') {
    return beginCustomChallenge(context, subject, { ...caller, device });
  }
  const clientNumber = requireParameter(parameters, 'SRP_A');
  if (!isSafePublicNumber(clientNumber)) throw invalidParameter('SRP_A is not valid');
  await consumeAllowance(context, 'start', { account: subject.sub, address: caller.address, device });
  return beginPasswordVerifier(context, subject, { clientNumber, next: 'CUSTOM_CHALLENGE' });
};
