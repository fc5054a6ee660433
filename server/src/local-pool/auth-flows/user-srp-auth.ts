import { beginPasswordVerifier } from '../challenges/password-verifier.ts';
import { invalidParameter } from '../errors.ts';
import { findSubject } from '../people/find-subject.ts';
import { spend } from '../rate-limits.ts';
import { isSafePublicNumber } from '../srp/exchange.ts';
import { required, type AuthFlow } from './auth-flow.ts';

/** Asks for a proof that the client knows the password, which never travels. */
export const userSrpAuth: AuthFlow = async (parameters, context, { address }) => {
  const username = required(parameters, 'USERNAME');
  const clientNumber = required(parameters, 'SRP_A');
  if (!isSafePublicNumber(clientNumber)) throw invalidParameter('SRP_A is not valid');
  const subject = await findSubject(context, username);
  await spend(context, 'start', { account: subject.sub, address });
  return beginPasswordVerifier(context, subject, { clientNumber });
};
