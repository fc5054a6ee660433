import { refusals } from '../errors.ts';
import { checkPassword } from '../people/check-password.ts';
import { findSubject } from '../people/find-subject.ts';
import { continueSignIn } from '../challenges/continue-sign-in.ts';
import { required, type AuthFlow } from './auth-flow.ts';

/** Signs in by a password sent in clear. */
export const userPasswordAuth: AuthFlow = async (parameters, context, { address }) => {
  const username = required(parameters, 'USERNAME');
  const password = required(parameters, 'PASSWORD');
  const subject = await findSubject(context, username);
  await checkPassword(context, { subject, password, address });
  if (!subject.known) throw refusals.incorrectLogin();
  return continueSignIn(context, subject.person, parameters.DEVICE_KEY);
};
