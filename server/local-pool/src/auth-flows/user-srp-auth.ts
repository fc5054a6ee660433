import { beginPasswordVerifier } from '../challenges/password-verifier.ts';
import { findRememberedKey } from '../devices/find-device.ts';
import { invalidParameter } from '../errors.ts';
import { findSubject } from '../people/find-subject.ts';
import { consumeAllowance } from '../rate-limits.ts';
import { isSafePublicNumber } from '../srp/exchange.ts';
import { requireParameter, type AuthFlow } from './auth-flow.ts';

/** Asks for a proof that the client knows the password, which never travels. */
export const userSrpAuth: AuthFlow = async (parameters, context, { address }) => {
  const username = requireParameter(parameters, 'USERNAME');
  const clientNumber = requireParameter(parameters, 'SRP_A');
  if (!isSafePublicNumber(clientNumber)) throw invalidParameter('SRP_A is not valid');
  const subject = await findSubject(context, username);
  const device = await findRememberedKey(context, subject.sub, parameters.DEVICE_KEY);
  await consumeAllowance(context, 'start', { account: subject.sub, address, device });
  return beginPasswordVerifier(context, subject, { clientNumber });
};
