import { refusals } from '../errors.ts';
import { checkPassword } from '../people/check-password.ts';
import { findSubject } from '../people/find-subject.ts';
import { continueSignIn } from '../challenges/continue-sign-in.ts';
import { requireParameter, type AuthFlow } from './auth-flow.ts';

/** Signs in by a password sent in clear. */
export const userPasswordAuth: AuthFlow = async (parameters, context, { address }) => {
  const username = requireParameter(parameters, 'USERNAME');
  const password = requireParameter(parameters, 'PASSWORD');
  const subject = await findSubject(context, username);
  await checkPassword(context, { subject, password, address, deviceKey: parameters.DEVICE_KEY });
  if (!subject.known) throw refusals.incorrectLogin();
  return continueSignIn(context, subject.person, parameters.DEVICE_KEY);
};
