import { invalidParameter, refusals } from '../errors.ts';
import { checkPassword } from '../people/check-password.ts';
import { findRememberedKey } from '../people/devices.ts';
import { findSubject } from '../people/subject.ts';
import { consumeAllowance } from '../rate-limits.ts';
import { isSafePublicNumber } from '../srp/exchange.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { beginPasswordVerifier } from './password-verifier.ts';
import { type AuthFlow, requireParameter } from './auth-flow.ts';

/** Starts an SRP proof of the password, which is never sent. */
export const userSrpAuth: AuthFlow = async (parameters, context, { address }) => {
  const username = requireParameter(parameters, 'USERNAME');
  const clientNumber = requireParameter(parameters, 'SRP_A');
  if (!isSafePublicNumber(clientNumber)) throw invalidParameter('SRP_A is not valid');
  const subject = await findSubject(context, username);
  const device = await findRememberedKey(context, subject.sub, parameters.DEVICE_KEY);
  await consumeAllowance(context, 'start', { account: subject.sub, address, device });
  return beginPasswordVerifier(context, subject, { clientNumber });
};

/** Signs in with a password sent in clear. */
export const userPasswordAuth: AuthFlow = async (parameters, context, { address }) => {
  const username = requireParameter(parameters, 'USERNAME');
  const password = requireParameter(parameters, 'PASSWORD');
  const subject = await findSubject(context, username);
  await checkPassword(context, { subject, password, address, deviceKey: parameters.DEVICE_KEY });
  if (!subject.known) throw refusals.incorrectLogin();
  return continueSignIn(context, subject.person, parameters.DEVICE_KEY);
};
